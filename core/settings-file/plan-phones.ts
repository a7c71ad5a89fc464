// Plans changes of phones and rotas. Linking or removing a phone stays a person's act.
import type { Fallback } from '../delivery/fallback.ts'
import { diffLines } from '../filters/exchange/diff.ts'
import type { PhoneNames } from '../filters/exchange/phone-names.ts'
import { nameEntries } from './names.ts'
import type { PhoneEntry, RotaEntry, SettingsFile } from './shape.ts'
import { phoneEntry, rotaEntry, type SettingsState } from './state.ts'
import { changedFields, fieldLines, noteOf, nothing, type PlanOptions, type SettingsPlan, stepOf, sum } from './steps.ts'

export function planPhones(file: SettingsFile, state: SettingsState, names: PhoneNames, options: PlanOptions): SettingsPlan {
  if (!file.phones) return nothing
  const wanted = file.phones
  const extra = state.phones.filter(phone => !wanted.some(entry => entry.name === phone.name))
  return sum(
    ...wanted.map(entry => planPhone(entry, state, names, options)),
    ...extra.map(({ name }) => noteOf('person.extra_phone', { name })),
  )
}

function planPhone(entry: PhoneEntry, state: SettingsState, names: PhoneNames, { isKey }: PlanOptions): SettingsPlan {
  const { name } = entry
  const phone = state.phones.find(one => one.name === name)
  if (!phone) return noteOf('person.link', { name })
  const pending = phone.state === 'pending' ? noteOf('person.finish_link', { name }) : nothing
  const current = phoneEntry(phone, names)
  const { rights, fallback } = changedFields({ rights: entry.rights, fallback: entry.fallback }, current)
  const mustAsk = isKey && rights !== undefined && rights !== 'read'
  const target = fallback === undefined ? undefined : toFallback(fallback, names)
  const change = { ...(rights !== undefined && !mustAsk && { rights }), ...(target !== undefined && { fallback: target }) }
  const notes = sum(pending, mustAsk ? noteOf('person.rights', { name, rights }) : nothing)
  if (Object.keys(change).length === 0) return notes
  const shown = { ...(change.rights && { rights }), ...(target !== undefined && { fallback }) }
  const call = { method: 'PATCH' as const, path: `/api/destinations/${phone.id}`, body: change }
  return sum(stepOf({ kind: 'changed', section: 'phone', name, lines: fieldLines(current, shown) }, call), notes)
}

/** Undefined while the other phone is not linked. */
function toFallback(fallback: NonNullable<PhoneEntry['fallback']> | null, { phones }: PhoneNames): Fallback | null | undefined {
  if (fallback === null || fallback === 'email') return fallback && { kind: 'mail' }
  const id = phones.get(fallback.phone)
  return id === undefined ? undefined : { kind: 'destination', id }
}

interface RotasPlan {
  made: SettingsPlan
  removed: SettingsPlan
  /** The ids that stand for phones and rotas that cannot be made now, by name. */
  waiting: Map<string, string>
}

export function planRotas(file: SettingsFile, state: SettingsState, names: PhoneNames, options: PlanOptions): RotasPlan {
  const standIns = nameEntries(names, file.phones ?? [], file.rotas ?? [])
  const missing = [...standIns.phones].filter(([name]) => !names.phones.has(name))
  const missingPhones = new Map(missing.map(([name, id]) => [id, name]))
  if (!file.rotas) return { made: nothing, removed: nothing, waiting: missingPhones }
  const wanted = file.rotas
  const waits = (entry: RotaEntry): string | undefined => entry.shifts.find(({ phone }) => !names.phones.has(phone))?.phone
  const waiting = wanted.flatMap(entry => {
    const phone = waits(entry)
    return phone === undefined ? [] : [{ name: entry.name, phone }]
  })
  const blocked = waiting.filter(({ name }) => !names.rotas.has(name))
  const extra = state.rotas.filter(rota => !wanted.some(entry => entry.name === rota.name))
  return {
    made: sum(
      ...wanted
        .filter(entry => waits(entry) === undefined)
        .map(entry => planRota(entry, state, names, standIns.rotas.get(entry.name) ?? '')),
      ...waiting.map(one => noteOf('wait.rota', one)),
      ...(options.deletes ? [] : extra.map(({ name }) => noteOf('keep.rota', { name }))),
    ),
    removed: sum(
      ...(options.deletes ? extra : []).map(({ id, name }) =>
        stepOf({ kind: 'removed', section: 'rota', name, lines: [] }, { method: 'DELETE', path: `/api/rotas/${id}` }),
      ),
    ),
    waiting: new Map([...missingPhones, ...blocked.map(({ name }) => [standIns.rotas.get(name) ?? '', name] as const)]),
  }
}

function planRota(entry: RotaEntry, state: SettingsState, names: PhoneNames, stands: string): SettingsPlan {
  const { name } = entry
  const existing = state.rotas.find(rota => rota.name === name)
  const shifts = entry.shifts.map(({ phone, ...hours }) => ({ destinationId: names.phones.get(phone) ?? '', ...hours }))
  const lines = diffLines(existing ? rotaEntry(existing, names).shifts.map(printShift) : [], entry.shifts.map(printShift))
  const section = 'rota' as const
  if (!existing)
    return stepOf({ kind: 'added', section, name, lines }, { method: 'POST', path: '/api/rotas', body: { name, shifts }, stands })
  if (lines.every(line => line.sign === ' ')) return nothing
  const was = { name: existing.name, shifts: existing.shifts }
  return stepOf(
    { kind: 'changed', section, name, lines },
    { method: 'PUT', path: `/api/rotas/${existing.id}`, body: { name, shifts, was } },
  )
}

const printShift = ({ phone, from, to, days }: RotaEntry['shifts'][number]): string => `${phone} ${from}–${to} ${days.join(' ')}`
