// Checks every rule once a minute, on one host at a time; opens and closes incidents, and notifies staff of each once.
import { z } from 'zod/mini'
import { type AlertPhone, AlertRule, AlertRuleName, changeAlertsApi } from '../../../../core/api/admin/alerts.ts'
import {
  claimAlertCheck,
  closeIncident,
  openIncident,
  readAlertStates,
  saveAlertStates,
  sweepIncidents,
} from '../../../foundation/db/incidents.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../../foundation/db/tables.ts'
import type { Log } from '../../../foundation/log.ts'
import { newId } from '../../../foundation/seal.ts'
import type { PartInput } from '../overview/parts.ts'
import { type AlertState, decideAlert } from './decide.ts'
import { type AlertNotice, enqueueEmails, type NotifyDeps, notifyPhones } from './notify.ts'
import { type Reading, type ReadingInput, takeReadings } from './readings.ts'
import { mergeRules, ruleKinds } from './rules.ts'

export interface AlertCheckDeps extends NotifyDeps {
  db: Db
  log: Log
  machineNow(): Date
  readParts(): Promise<PartInput>
  readCertificates(): Promise<ReadingInput['certificates']>
}

/** The job runs each minute, but may be a few seconds early or late. */
const sinceMs = 45_000
const incidentsKeptMs = 365 * 86_400_000

/** The stored settings of alerts. */
const SavedRules = z.array(AlertRule)
export const SavedPhones = changeAlertsApi.body.shape.phones
export const parseRules = (rules: unknown): AlertRule[] => mergeRules(SavedRules.safeParse(rules).data ?? [])

export async function checkAlerts(deps: AlertCheckDeps): Promise<void> {
  const { db } = deps
  const now = deps.machineNow()
  const parts = await deps.readParts()
  const readings = await takeReadings({ db, parts, certificates: await deps.readCertificates(), machineNow: now })
  const done = await db.transaction().execute(async tx => {
    const settings = await claimAlertCheck(tx, now, sinceMs)
    if (!settings) return null
    const notices = await applyReadings(tx, readings, parseRules(settings.rules), now)
    for (const notice of notices) await enqueueEmails(deps, tx, settings.email_user_ids, notice)
    return { notices, phones: parsePhones(settings.phones) }
  })
  await sweepIncidents(db, new Date(now.getTime() - incidentsKeptMs))
  if (!done || done.notices.length === 0) return
  deps.mailer.wake()
  const canSend = parts.isWhatsAppReachable && parts.pauseReason === null
  if (canSend) await notifyPhones(deps, done.phones, done.notices)
}

export const parsePhones = (phones: unknown): AlertPhone[] => SavedPhones.safeParse(phones).data ?? []

/** Decides for each reading. A subject that is no longer measured counts as recovered. */
async function applyReadings(tx: Tx, readings: Reading[], rules: AlertRule[], now: Date): Promise<AlertNotice[]> {
  const states = new Map((await readAlertStates(tx)).map(row => [keyOf(row), row]))
  const watched = readings.filter(({ rule }) => rules.some(one => one.rule === rule && one.isOn))
  const notices: AlertNotice[] = []
  const changed: NewRow<'alert_states'>[] = []
  for (const reading of watched) {
    const rule = rules.find(one => one.rule === reading.rule)
    if (!rule) continue
    const limit = { ...rule, badWhen: ruleKinds[rule.rule].badWhen }
    const { state, effect } = decideAlert(toState(states.get(keyOf(reading))), reading.value, limit, now)
    changed.push(toRow(reading, state))
    if (effect === 'open') notices.push(...(await open(tx, reading, rule.threshold, now)))
    if (effect === 'close') notices.push(...(await close(tx, reading, now)))
  }
  for (const gone of findUnwatched([...states.values()], watched)) {
    changed.push({ ...gone, is_open: false, changing_since: null, checked_at: now })
    notices.push(...(await close(tx, gone, now)))
  }
  await saveAlertStates(tx, changed, now)
  return notices
}

interface Subject {
  rule: string
  subject: string
}
const keyOf = ({ rule, subject }: Subject): string => `${rule} ${subject}`

const findUnwatched = (states: Row<'alert_states'>[], watched: Reading[]): Row<'alert_states'>[] =>
  states.filter(row => row.is_open && !watched.some(reading => keyOf(reading) === keyOf(row)))

const toState = (row: Row<'alert_states'> | undefined): AlertState | null =>
  row ? { isOpen: row.is_open, changingSince: row.changing_since, checkedAt: row.checked_at } : null

const toRow = ({ rule, subject }: Reading, { isOpen, changingSince, checkedAt }: AlertState): NewRow<'alert_states'> => ({
  ...{ rule, subject, is_open: isOpen, changing_since: changingSince, checked_at: checkedAt },
})

async function open(tx: Tx, { rule, subject, value }: Reading, threshold: number, now: Date): Promise<AlertNotice[]> {
  const incident = await openIncident(tx, { id: newId(now), rule, subject, value: value ?? 0, threshold, opened_at: now })
  return incident ? [{ kind: 'open', rule, incident }] : []
}

async function close(tx: Tx, { rule, subject }: Subject, now: Date): Promise<AlertNotice[]> {
  const incident = await closeIncident(tx, rule, subject, now)
  const name = AlertRuleName.safeParse(rule).data
  return incident && name ? [{ kind: 'close', rule: name, incident }] : []
}
