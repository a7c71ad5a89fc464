// The filter understood from a description, for the person to confirm.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { sayFilter } from '../../../../core/filters/speech/say/filter.ts'
import { parseSentence } from '../../../../core/filters/speech/speech.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { KeptActions } from '../actions/KeptActions.tsx'
import { DescriptionText } from './DescriptionText.tsx'
import { Question } from './Question.tsx'

export type Use = (condition: Condition, actions: Action[]) => void

interface ResultProps {
  text: string
  today: string
  /** The addresses of the person's mailboxes; undefined until they are known. */
  mailboxes: string[] | undefined
  onUse: Use
  onAgain(): void
}

export function DescriptionResult({ text, today, mailboxes, onUse, onAgain }: ResultProps) {
  const known = mailboxes?.join('\n')
  const understood = useMemo(
    () => parseSentence(text, undefined, { today, ...(known !== undefined && { mailboxes: known.split('\n') }) }),
    [text, today, known],
  )
  const t = useWords('editor')
  const speech = useWords('speech')
  const box = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<{ condition: Condition; actions: Action[] } | null>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const found = answered ?? (understood.condition && { condition: understood.condition, actions: understood.actions })
  const asks = understood.kind === 'question' && !answered
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('say.understood')} className="grid gap-3 outline-none">
      <DescriptionText text={text} parts={understood.parts} />
      {understood.kind === 'unsupported' && (
        <Note kind="warn">
          {understood.missing.map(one => (
            <p key={`${one.code}${one.at.start}`}>{isMissing(one.code) ? speech(`missing.${one.code}`) : t('say.left')}</p>
          ))}
        </Note>
      )}
      {found && <Found {...found} />}
      {asks && <Question asked={understood} onAnswer={setAnswered} />}
      {!found && !asks && <p>{t('say.nothing')}</p>}
      <p className="flex flex-wrap gap-2">
        {found && !asks && (
          <Button small onClick={() => onUse(found.condition, kept(found.actions))}>
            {t(understood.kind === 'unsupported' ? 'say.usePart' : 'say.use')}
          </Button>
        )}
        <Button look="bare" small onClick={onAgain}>
          {t('say.other')}
        </Button>
      </p>
    </div>
  )
}

function Found({ condition, actions }: { condition: Condition; actions: Action[] }) {
  const t = useWords('editor')
  const speech = useWords('speech')
  const language = useLanguage()
  return (
    <>
      <p className="text-lg">
        <span className="block text-sm text-ink-2">{t('say.understood')}</span>
        <span dir="auto">{sayFilter(condition, kept(actions), speech, language)}</span>
      </p>
      <KeptActions actions={actions} />
    </>
  )
}

/** Forwarding is the default action. */
const kept = (actions: Action[]): Action[] => (actions.length > 0 ? actions : [{ kind: 'forward', destinationIds: [] }])

const missing = [
  'mood',
  'readelsewhere',
  'delay',
  'picture',
  'place',
  'whereyouare',
  'call',
  'translate',
  'erase',
  'answer',
  'answered',
  'truth',
  'guess',
  'elsewhere',
  'inside',
  'world',
] as const
const isMissing = (code: string): code is (typeof missing)[number] => missing.some(known => known === code)
