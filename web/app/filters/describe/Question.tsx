// The open question about a description: choose an answer or type one.
import { type KeyboardEvent, useState } from 'react'
import type { Action } from '../../../../core/filters/action.ts'
import { conditionOf, fillHole, holesIn, type OpenQuestion, readyChoice } from '../../../../core/filters/speech/answer.ts'
import type { ConditionDraft } from '../../../../core/filters/speech/pieces.ts'
import type { Condition } from '../../../../core/filters/tree.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import { useToday } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { useWords } from '../../../words/words.tsx'

interface QuestionProps {
  asked: OpenQuestion
  onAnswer(answer: { condition: Condition; actions: Action[] }): void
}

export function Question({ asked, onAnswer }: QuestionProps) {
  const t = useWords('editor')
  const speech = useWords('speech')
  const today = useToday()
  const [draft, setDraft] = useState(asked.draft)
  const [reply, setReply] = useState('')
  const [isUnclear, setUnclear] = useState(false)
  const question = speech(asksOf(asked.question.code), asked.question.values)
  const choices = readyChoice(asked)
  const hasHoles = draft !== null && holesIn(draft).length > 0
  const who = asked.question.values['who']
  const mayType = hasHoles || (asked.condition !== null && who !== undefined && choices.length === 0)
  const answer = () => {
    const filled = draft && (hasHoles ? fillHole(draft, reply, asked.language, today) : named(draft, who ?? '', reply))
    setUnclear(!filled)
    if (!filled) return
    const condition = conditionOf(filled)
    if (condition) return onAnswer({ condition, actions: asked.actions })
    setDraft(filled)
    setReply('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    answer()
  }
  if (!mayType)
    return (
      <div className="grid gap-2 rounded-hull bg-info-soft px-4 py-3">
        <p className="font-strong">{question}</p>
        <p className="flex flex-wrap gap-2">
          {choices.length === 0 && asked.condition && <AsItIs condition={asked.condition} actions={asked.actions} onAnswer={onAnswer} />}
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
        <TextInput value={reply} dir="auto" onChange={event => setReply(event.target.value)} onKeyDown={press} />
      </Field>
      <p className="flex flex-wrap gap-2">
        <Button look="quiet" small onClick={answer}>
          {t('say.answer')}
        </Button>
        {!hasHoles && asked.condition && <AsItIs condition={asked.condition} actions={asked.actions} onAnswer={onAnswer} />}
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

/** The draft with the word for an unknown person replaced by a name; null if nothing was typed. */
function named(draft: ConditionDraft, word: string, name: string): ConditionDraft | null {
  if (!name.trim()) return null
  if ('hole' in draft) return draft
  if ('field' in draft)
    return 'values' in draft ? { ...draft, values: draft.values.map(value => (value === word ? name.trim() : value)) } : draft
  const part = (inner: ConditionDraft) => named(inner, word, name) ?? inner
  if ('all' in draft) return { all: draft.all.map(part) }
  return 'any' in draft ? { any: draft.any.map(part) } : { none: draft.none.map(part) }
}

const asks = [
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
  'how_often',
  'how_many',
  'quiet',
  'night',
  'event',
  'belongs_to',
  'all_else',
] as const

const asksOf = (code: string): WordKey<'speech'> => {
  const known = asks.find(one => one === code)
  return known ? `asks.${known}` : 'asks.condition'
}
