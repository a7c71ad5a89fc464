// What a sentence came to, for the person to confirm.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { sayFilter } from '../../../../core/filters/speech/say/filter.ts'
import { parseSentence } from '../../../../core/filters/speech/speech.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useLanguage, useWords } from '../../../words.tsx'
import { KeptActions } from '../actions/KeptActions.tsx'
import { Question } from './Question.tsx'
import { SaidParts } from './SaidParts.tsx'

export type Use = (condition: Condition, actions: Action[]) => void

interface ResultProps {
  text: string
  today: string
  /** The addresses of the person's mailboxes; undefined until they are known. */
  mailboxes: string[] | undefined
  onUse: Use
  onAgain(): void
}

export function SaidResult({ text, today, mailboxes, onUse, onAgain }: ResultProps) {
  const known = mailboxes?.join('\n')
  const said = useMemo(
    () => parseSentence(text, undefined, { today, ...(known !== undefined && { mailboxes: known.split('\n') }) }),
    [text, today, known],
  )
  const t = useWords('editor')
  const speech = useWords('speech')
  const box = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<{ condition: Condition; actions: Action[] } | null>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const found = answered ?? (said.condition && { condition: said.condition, actions: said.actions })
  const asks = said.kind === 'question' && !answered
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('say.understood')} className="grid gap-3 outline-none">
      <SaidParts text={text} parts={said.parts} />
      {said.kind === 'unsupported' && (
        <Note kind="warn">
          {said.missing.map(one => (
            <p key={`${one.code}${one.at.start}`}>{isMissing(one.code) ? speech(`missing.${one.code}`) : t('say.left')}</p>
          ))}
        </Note>
      )}
      {found && <Found {...found} />}
      {asks && <Question asked={said} onAnswer={setAnswered} />}
      {!found && !asks && <p>{t('say.nothing')}</p>}
      <p className="flex flex-wrap gap-2">
        {found && !asks && (
          <Button small onClick={() => onUse(found.condition, kept(found.actions))}>
            {t(said.kind === 'unsupported' ? 'say.usePart' : 'say.use')}
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

/** Without a word of it, what is found is forwarded. */
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
