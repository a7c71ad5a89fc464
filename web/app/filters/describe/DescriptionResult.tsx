// The filter understood from a description, for the person to confirm.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { asksForSomething } from '../../../../core/filters/positive.ts'
import { sayFilter } from '../../../../core/filters/speech/say/filter.ts'
import { parseSentence } from '../../../../core/filters/speech/speech.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { UnsupportedActions } from '../actions/UnsupportedActions.tsx'
import { DescriptionText } from './DescriptionText.tsx'
import { Question } from './Question.tsx'

export type UseFilter = (condition: Condition, actions: Action[]) => void

interface ResultProps {
  text: string
  today: string
  /** The addresses of the person's mailboxes; undefined until loaded. */
  mailboxes: string[] | undefined
  onUse: UseFilter
  onEdit(): void
}

export function DescriptionResult({ text, today, mailboxes, onUse, onEdit }: ResultProps) {
  const mailboxKey = mailboxes?.join('\n')
  const parsed = useMemo(
    () => parseSentence(text, undefined, { today, ...(mailboxKey !== undefined && { mailboxes: mailboxKey.split('\n') }) }),
    [text, today, mailboxKey],
  )
  const t = useWords('editor')
  const speech = useWords('speech')
  const box = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<{ condition: Condition; actions: Action[] } | null>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const result = answered ?? (parsed.condition && { condition: parsed.condition, actions: parsed.actions })
  const isAsking = parsed.kind === 'question' && !answered
  // What the person asked for is lost, and only what they left out remains: that would forward nearly everything.
  const isFlood = parsed.kind === 'unsupported' && result !== null && !asksForSomething(result.condition)
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('say.understood')} className="grid gap-3 outline-none">
      <DescriptionText text={text} parts={parsed.parts} />
      {parsed.kind === 'unsupported' && (
        <Note kind="warn">
          {parsed.missing.map(item => (
            <p key={`${item.code}${item.at.start}`}>{isKnownMissing(item.code) ? speech(`missing.${item.code}`) : t('say.left')}</p>
          ))}
        </Note>
      )}
      {isFlood && <p>{t('say.onlyExceptions')}</p>}
      {result && !isFlood && <UnderstoodFilter {...result} />}
      {isAsking && <Question openQuestion={parsed} onAnswer={setAnswered} />}
      {!result && !isAsking && <p>{t('say.nothing')}</p>}
      <p className="flex flex-wrap gap-2">
        {result && !isAsking && !isFlood && (
          <Button small onClick={() => onUse(result.condition, withDefaultAction(result.actions))}>
            {t(parsed.kind === 'unsupported' ? 'say.usePart' : 'say.use')}
          </Button>
        )}
        <Button look="bare" small onClick={onEdit}>
          {t('say.other')}
        </Button>
      </p>
    </div>
  )
}

function UnderstoodFilter({ condition, actions }: { condition: Condition; actions: Action[] }) {
  const t = useWords('editor')
  const speech = useWords('speech')
  const language = useLanguage()
  return (
    <>
      <p className="text-lg">
        <span className="block text-sm text-ink-2">{t('say.understood')}</span>
        <span dir="auto">{sayFilter(condition, withDefaultAction(actions), speech, language)}</span>
      </p>
      <UnsupportedActions actions={actions} />
    </>
  )
}

/** Forwarding is the default action. */
const withDefaultAction = (actions: Action[]): Action[] => (actions.length > 0 ? actions : [{ kind: 'forward', destinationIds: [] }])

const missingCodes = [
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
  'copy',
  'inside',
  'world',
  'summarize',
] as const
const isKnownMissing = (code: string): code is (typeof missingCodes)[number] => missingCodes.some(missing => missing === code)
