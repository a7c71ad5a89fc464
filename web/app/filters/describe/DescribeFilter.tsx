// Creates a filter from a description in plain words: shows what was understood and asks one question at a time.
import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useToday } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { lazyPart } from '../../../words/lazy-part.tsx'
import { useWords } from '../../../words/words.tsx'
import { useMailboxes } from '../../queries/mailboxes.ts'
import type { UseFilter } from './DescriptionResult.tsx'

/** The parser is loaded with the first description. */
const lazyResult = lazyPart(['speech'], async () => (await import('./DescriptionResult.tsx')).DescriptionResult)

export function DescribeFilter({ onUse }: { onUse: UseFilter }) {
  const t = useWords('editor')
  const today = useToday()
  const mailboxes = useMailboxes().data?.items.map(mailbox => mailbox.address)
  const [text, setText] = useState('')
  const [submitted, setSubmitted] = useState<string | null>(null)
  const [isUsed, setUsed] = useState(false)
  const parse = () => {
    if (!text.trim()) return
    setUsed(false)
    setSubmitted(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    parse()
  }
  const applyResult: UseFilter = (condition, actions) => {
    onUse(condition, actions)
    setSubmitted(null)
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
          onChange={event => {
            setText(event.target.value)
            // What was read is of another sentence now.
            setSubmitted(null)
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {submitted ? (
        <Suspense fallback={<Skeleton className="h-20 w-full rounded-hull" />}>
          <lazyResult.View
            key={submitted}
            text={submitted}
            today={today}
            mailboxes={mailboxes}
            onUse={applyResult}
            onEdit={() => setSubmitted(null)}
          />
        </Suspense>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="quiet" small onClick={parse}>
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
