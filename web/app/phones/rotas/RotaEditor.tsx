// Edits one on-call rota as a weekly grid, and points out hours that nobody covers.
import { Plus, X } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Destination } from '../../../../core/api/delivery.ts'
import { ChangedRota, type RotaDraft, type SavedRota } from '../../../../core/api/rotas.ts'
import { findGaps, type Shift } from '../../../../core/delivery/rota.ts'
import { ApiError } from '../../../ApiError.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { TextInput } from '../../../ui/forms/TextInput.tsx'
import { TimeInput } from '../../../ui/forms/TimeInput.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { DialogButtons } from '../../../ui/overlays/DialogLayout.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { weekdayName } from '../../../ui/text/ConditionText.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { PhonePicker } from '../../filters/actions/EscalationFields.tsx'
import { WeekdayOperand } from '../../filters/builder/TimeOperands.tsx'
import { useSaveRota } from '../../queries/rotas.ts'

interface EditorProps {
  /** Null for a new rota. */
  rota: SavedRota | null
  phones: readonly Destination[]
  field: RefObject<HTMLInputElement | null>
  onClose(): void
}

const workdays: Shift['days'] = ['mon', 'tue', 'wed', 'thu', 'fri']
const newShift = (phones: readonly Destination[]): Shift[] =>
  phones.slice(0, 1).map(({ id }) => ({ destinationId: id, from: '08:00', to: '18:00', days: workdays }))

export function RotaEditor({ rota, phones, field, onClose }: EditorProps) {
  const t = useWords('oncall')
  const conflictWords = useWords('conflict')
  const explain = useExplain()
  const save = useSaveRota()
  const [draft, setDraft] = useState<RotaDraft>({ name: rota?.name ?? t('rotas.usual'), shifts: rota?.shifts ?? newShift(phones) })
  const [hasTried, setHasTried] = useState(false)
  // The list may be read again while the draft still builds on this.
  const [was, setWas] = useState(rota)
  const theirs = readConflict(save.error)
  const isNameMissing = !draft.name.trim()
  const isDayMissing = draft.shifts.some(shift => shift.days.length === 0)
  const setShifts = (shifts: Shift[]) => setDraft({ ...draft, shifts })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (isNameMissing || isDayMissing) return
    save.mutate(
      { id: rota?.id ?? null, draft, ...(was && { was: toDraft(theirs ?? was) }) },
      {
        onSuccess: ({ name }) => {
          toast.success(t('kept', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <Field
        label={t('name')}
        error={hasTried && isNameMissing ? t('name.missing') : save.error && !theirs ? explain(save.error) : undefined}
      >
        <TextInput ref={field} maxLength={60} value={draft.name} onChange={event => setDraft({ ...draft, name: event.target.value })} />
      </Field>
      <ol aria-label={t('shifts')} className="grid gap-3">
        {draft.shifts.map((shift, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no id, and all of their state is in the draft
          <li key={index} className="grid gap-2 rounded-hull bg-bg p-3">
            <ShiftRow
              n={index + 1}
              shift={shift}
              phones={phones}
              onChange={next => setShifts(draft.shifts.map((other, i) => (i === index ? next : other)))}
              onRemove={draft.shifts.length > 1 ? () => setShifts(draft.shifts.filter((_, i) => i !== index)) : null}
            />
          </li>
        ))}
      </ol>
      {hasTried && isDayMissing && <p className="text-sm text-danger">{t('shift.days.missing')}</p>}
      <p>
        <Button look="quiet" small onClick={() => setShifts([...draft.shifts, ...newShift(phones)])}>
          <Plus size={16} aria-hidden /> {t('shift.add')}
        </Button>
      </p>
      <RotaGaps shifts={draft.shifts} />
      {theirs && (
        <RotaConflict
          theirs={theirs}
          phones={phones}
          onUse={() => {
            setWas(theirs)
            setDraft(toDraft(theirs))
            save.reset()
          }}
        />
      )}
      <DialogButtons>
        <Button type="submit" busy={save.isPending}>
          {theirs ? conflictWords('mine') : t('keep')}
        </Button>
      </DialogButtons>
    </form>
  )
}

const toDraft = ({ name, shifts }: RotaDraft): RotaDraft => ({ name, shifts })

const readConflict = (error: unknown): SavedRota | null =>
  error instanceof ApiError && error.code === 'changed_elsewhere' ? (ChangedRota.safeParse(error.details).data?.current ?? null) : null

/** What somebody else has saved meanwhile, to take instead. */
function RotaConflict({ theirs, phones, onUse }: { theirs: SavedRota; phones: readonly Destination[]; onUse(): void }) {
  const t = useWords('conflict')
  const language = useLanguage()
  const nameOf = (id: string) => phones.find(phone => phone.id === id)?.name ?? ''
  const daysOf = (shift: Shift) => new Intl.ListFormat(language).format(shift.days.map(day => weekdayName(day, language, 'short')))
  return (
    <Note kind="warn" alert>
      <b>{t('rota.title')}</b>
      <ul className="my-2 grid gap-1">
        <li>
          <bdi>{theirs.name}</bdi>
        </li>
        {theirs.shifts.map(shift => (
          <li key={JSON.stringify(shift)}>
            <bdi>{nameOf(shift.destinationId)}</bdi> {shift.from}–{shift.to} {daysOf(shift)}
          </li>
        ))}
      </ul>
      <Button look="quiet" small onClick={onUse}>
        {t('theirs')}
      </Button>
    </Note>
  )
}

interface ShiftProps {
  n: number
  shift: Shift
  phones: readonly Destination[]
  onChange(shift: Shift): void
  onRemove: (() => void) | null
}

function ShiftRow({ n, shift, phones, onChange, onRemove }: ShiftProps) {
  const t = useWords('oncall')
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <PhonePicker
          label={t('shift.who', { n })}
          value={shift.destinationId}
          phones={phones}
          onChange={destinationId => onChange({ ...shift, destinationId })}
        />
        <TimeInput small label={t('shift.from', { n })} value={shift.from} onChange={from => onChange({ ...shift, from })} />
        <span className="flex items-center gap-2">
          {t('shift.until')}
          <TimeInput small label={t('shift.to', { n })} value={shift.to} onChange={to => onChange({ ...shift, to })} />
        </span>
        {onRemove && <IconButton icon={X} label={t('shift.remove', { n })} className="ms-auto size-9!" onClick={onRemove} />}
      </p>
      <WeekdayOperand
        test={{ field: 'weekday', operator: 'in', days: shift.days }}
        isInvalid
        onChange={({ days }) => onChange({ ...shift, days })}
      />
    </>
  )
}

/** The hours of the week that nobody covers. */
export function RotaGaps({ shifts }: { shifts: readonly Shift[] }) {
  const t = useWords('oncall')
  const language = useLanguage()
  const gaps = findGaps(shifts)
  if (gaps.length === 0) return <p className="text-sm text-ink-2">{t('gaps.none')}</p>
  const gapTexts = gaps.map(({ from, to }) =>
    t('gap', {
      ...{ fromDay: weekdayName(from.day, language, 'short'), from: from.time },
      ...{ toDay: weekdayName(to.day, language, 'short'), to: to.time },
    }),
  )
  return <Note kind="warn">{t('gaps', { gaps: new Intl.ListFormat(language).format(gapTexts) })}</Note>
}
