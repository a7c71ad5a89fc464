// A filter in a person's own words: what was understood, what was not, one question, and only then the filter.
import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import type { Understood } from '../../../../core/filters/speech/understood.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { useToday } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useWords } from '../../../words.tsx'
import { SaidResult } from './SaidResult.tsx'

export type Use = (condition: Condition, actions: Action[]) => void

/** What reads sentences is fetched with the first one. */
export function SaidBox({ onUse }: { onUse: Use }) {
  const t = useWords('editor')
  const today = useToday()
  const [text, setText] = useState('')
  const [read, setRead] = useState<{ text: string; said: Understood } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const go = async (sentence: string) => {
    if (!sentence.trim()) return
    setBusy(true)
    const { parseSentence } = await import('../../../../core/filters/speech/speech.ts')
    setUsed(false)
    setRead({ text: sentence, said: parseSentence(sentence, undefined, { today }) })
    setBusy(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void go(text)
  }
  const use: Use = (condition, actions) => {
    onUse(condition, actions)
    setRead(null)
    setUsed(true)
  }
  return (
    <Card>
      <Field label={t('say.label')}>
        <TextArea
          rows={2}
          maxLength={2000}
          dir="auto"
          placeholder={t('say.placeholder')}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      {read ? (
        <SaidResult key={read.text} text={read.text} said={read.said} onUse={use} onAgain={() => setRead(null)} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="quiet" small busy={isBusy} onClick={() => void go(text)}>
            <Sparkles size={16} aria-hidden /> {t('say.read')}
          </Button>
          <span className="text-sm text-ink-2" role="status">
            {t(isUsed ? 'say.used' : 'say.or')}
          </span>
        </p>
      )}
    </Card>
  )
}
