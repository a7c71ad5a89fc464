// The API for alerts: their rules, who is notified, and the incidents that were raised.
import { z } from 'zod/mini'
import { ById, Id, PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

export const AlertRuleName = z.enum([
  'part_failing',
  'queue_age',
  'mailboxes_down',
  'failure_rate',
  'host_silent',
  'disk_full',
  'payment_webhook',
  'certificate',
  'template_refused',
  'sign_in_network',
  'sign_in_accounts',
  'whatsapp_trouble',
  'set_aside',
])
export type AlertRuleName = z.infer<typeof AlertRuleName>

export const AlertRule = z.object({
  rule: AlertRuleName,
  isOn: z.boolean(),
  /** Minutes, days, percent or a number: the rule says which. */
  threshold: z.number().check(z.minimum(0), z.maximum(100_000)),
  /** How long it must hold before an incident opens. */
  minutes: z.int().check(z.minimum(1), z.maximum(1440)),
})
export type AlertRule = z.infer<typeof AlertRule>

const PhoneKey = z.object({ userId: Id, destinationId: Id })
export type AlertPhone = z.infer<typeof PhoneKey>

export const AlertSettings = z.object({
  rules: z.array(AlertRule),
  /** Nobody was chosen: every administrator with a confirmed address gets the emails. */
  isDefault: z.boolean(),
  /** The addresses that alerts go to now. */
  recipients: z.array(z.string()),
  /** Staff who may be notified by email. */
  staff: z.array(
    z.object({
      userId: Id,
      email: z.nullable(z.string()),
      /** Only a confirmed address is emailed. */
      isConfirmed: z.boolean(),
      roles: z.array(z.string()),
      isChosen: z.boolean(),
    }),
  ),
  /** Linked phones of staff; of the number only its last digits are shown. */
  phones: z.array(z.object({ ...PhoneKey.shape, name: z.string(), ending: z.string(), isChosen: z.boolean() })),
  /** When the rules were last checked. */
  checkedAt: z.nullable(Time),
})
export type AlertSettings = z.infer<typeof AlertSettings>

export const getAlertsApi = shape({ status: 200, answer: AlertSettings })
export const changeAlertsApi = shape({
  body: z.object({
    rules: z.array(AlertRule).check(z.maxLength(20)),
    /** Null: every administrator. */
    emailUserIds: z.nullable(z.array(Id).check(z.maxLength(50))),
    phones: z.array(PhoneKey).check(z.maxLength(50)),
    reason: Reason,
  }),
  status: 200,
  answer: AlertSettings,
})

export const Incident = z.object({
  id: Id,
  rule: AlertRuleName,
  /** What it is about, as text: a part, a host, a certificate; empty for the whole service. */
  subject: z.string(),
  value: z.number(),
  threshold: z.number(),
  /** What happened, as a sentence. */
  found: z.string(),
  /** What to do about it, and the page of the console where it's done. */
  fix: z.string(),
  link: z.string(),
  openedAt: Time,
  closedAt: z.nullable(Time),
  acknowledgedAt: z.nullable(Time),
  acknowledgedBy: z.nullable(z.string()),
})
export type Incident = z.infer<typeof Incident>

/** The newest first. */
export const listIncidentsApi = shape({
  query: z.object({ ...PageQuery.shape, open: z.optional(z.literal('yes')) }),
  status: 200,
  answer: pageOf(Incident),
})
export const acknowledgeIncidentApi = shape({ params: ById, status: 200, answer: Incident })
