// Asks the open question about a description: choose an answer or type one.
import { type KeyboardEvent, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { fillHole, finishDraft, listHoles, listReadyOptions, type OpenQuestion } from '../../../../core/filters/speech/answer.ts'
import type { ConditionDraft } from '../../../../core/filters/speech/pieces.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import { useToday } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'

interface QuestionProps {
  openQuestion: OpenQuestion
  onAnswer(answer: { condition: Condition; actions: Action[] }): void
}

export function Question({ openQuestion, onAnswer }: QuestionProps) {
  const t = useWords('editor')
  const speech = useWords('speech')
  const today = useToday()
  const [draft, setDraft] = useState(openQuestion.draft)
  const [reply, setReply] = useState('')
  const [isUnclear, setUnclear] = useState(false)
  const question = speech(questionKey(openQuestion.question.code), openQuestion.question.values)
  const choices = listReadyOptions(openQuestion)
  const hasHoles = draft !== null && listHoles(draft).length > 0
  const person = openQuestion.question.values['who']
  const canType = hasHoles || (openQuestion.condition !== null && person !== undefined && choices.length === 0)
  const submit = () => {
    const filled = draft && (hasHoles ? fillHole(draft, reply, openQuestion.language, today) : withName(draft, person ?? '', reply))
    setUnclear(!filled)
    if (!filled) return
    const condition = finishDraft(filled)
    if (condition) return onAnswer({ condition, actions: openQuestion.actions })
    setDraft(filled)
    setReply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  if (!canType)
    return (
      <div className="grid gap-2 rounded-hull bg-info-soft px-4 py-3">
        <p className="font-strong">{question}</p>
        <p className="flex flex-wrap gap-2">
          {choices.length === 0 && openQuestion.condition && (
            <AsItIs condition={openQuestion.condition} actions={openQuestion.actions} onAnswer={onAnswer} />
          )}
          {choices.map(choice => (
            <Button key={choice.code} look="quiet" small onClick={() => onAnswer(choice)}>
              {speech(`choice.${choice.code}`)}
            </Button>
          ))}
        </p>
      </div>
    )
  return (
    <div className="grid gap-2 rounded-hull bg-info-soft px-4 py-3">
      <Field label={question} error={isUnclear ? t('say.unclear') : undefined}>
        <TextInput value={reply} dir="auto" onChange={event => setReply(event.target.value)} onKeyDown={onKeyDown} />
      </Field>
      <p className="flex flex-wrap gap-2">
        <Button look="quiet" small onClick={submit}>
          {t('say.answer')}
        </Button>
        {!hasHoles && openQuestion.condition && (
          <AsItIs condition={openQuestion.condition} actions={openQuestion.actions} onAnswer={onAnswer} />
        )}
      </p>
    </div>
  )
}

function AsItIs({ condition, actions, onAnswer }: { condition: Condition; actions: Action[] } & Pick<QuestionProps, 'onAnswer'>) {
  const t = useWords('editor')
  return (
    <Button look="bare" small onClick={() => onAnswer({ condition, actions })}>
      {t('say.asItIs')}
    </Button>
  )
}

/** Replaces the word for an unknown person with a name; null if nothing was typed. */
function withName(draft: ConditionDraft, word: string, name: string): ConditionDraft | null {
  if (!name.trim()) return null
  if ('hole' in draft) return draft
  if ('field' in draft)
    return 'values' in draft ? { ...draft, values: draft.values.map(value => (value === word ? name.trim() : value)) } : draft
  const part = (inner: ConditionDraft) => withName(inner, word, name) ?? inner
  if ('all' in draft) return { all: draft.all.map(part) }
  return 'any' in draft ? { any: draft.any.map(part) } : { none: draft.none.map(part) }
}

const questionCodes = [
  'role',
  'who',
  'which_name',
  'work',
  'mailbox',
  'address',
  'important',
  'which_ones',
  'urgent',
  'ads',
  'attachment_size',
  'size',
  'hours',
  'days',
  'amount',
  'small_amount',
  'how_often',
  'how_many',
  'quiet',
  'night',
  'event',
  'belongs_to',
  'all_else',
  'unused',
  'redact',
] as const

const questionKey = (code: string): WordKey<'speech'> => {
  const knownCode = questionCodes.find(item => item === code)
  return knownCode ? `asks.${knownCode}` : 'asks.condition'
}
