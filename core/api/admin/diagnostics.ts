// The API for diagnostics: every check line by line, the support bundle, and actions that staff start by hand.
import { z } from 'zod/mini'
import { shape, Time } from '../shape.ts'
import { ActionBody } from './action.ts'
import { AdminFinding } from './finding.ts'
import { HostView } from './overview.ts'

/** A finding as soon as it is known, then `done`; `refused` if the checks broke off. */
export const DiagnosticsLine = z.union([
  z.object({ kind: z.literal('finding'), finding: AdminFinding }),
  z.object({ kind: z.literal('done'), at: Time }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type DiagnosticsLine = z.infer<typeof DiagnosticsLine>
export const streamDiagnosticsApi = shape({ status: 200, answer: DiagnosticsLine })

const count = z.int().check(z.nonnegative())

export const ErrorGroup = z.object({
  host: z.string(),
  level: z.enum(['warning', 'error']),
  /** Without any value: no address, number, id or quoted text. */
  message: z.string(),
  count,
  firstAt: Time,
  lastAt: Time,
})
export type ErrorGroup = z.infer<typeof ErrorGroup>
export const listErrorGroupsApi = shape({ status: 200, answer: z.object({ items: z.array(ErrorGroup) }) })

/** For support outside: no secret, no content, nobody's address or number. */
export const SupportBundle = z.object({
  madeAt: Time,
  versions: z.object({ mailferry: z.string(), node: z.string(), postgres: z.string(), schema: z.string(), mode: z.string() }),
  findings: z.array(z.object({ check: z.string(), state: AdminFinding.shape.state, code: z.string() })),
  hosts: z.array(z.omit(HostView, { id: true, isThis: true, mailboxes: true })),
  /** Where each setting comes from; never its value. */
  settings: z.array(z.object({ name: z.string(), source: z.enum(['environment', 'console', 'default']) })),
  /** Estimated rows of each table. */
  tables: z.array(z.object({ name: z.string(), rows: count, bytes: count })),
  queue: z.array(z.object({ state: z.string(), count })),
  errors: z.array(z.omit(ErrorGroup, { host: true })),
  incidents: z.array(z.object({ rule: z.string(), openedAt: Time, closedAt: z.nullable(Time) })),
})
export type SupportBundle = z.infer<typeof SupportBundle>
export const getSupportBundleApi = shape({ status: 200, answer: SupportBundle })

/** What staff can start by hand. */
export const ConsoleAction = z.object({ id: z.string(), label: z.string(), text: z.string(), danger: z.boolean() })
export type ConsoleAction = z.infer<typeof ConsoleAction>
export const listConsoleActionsApi = shape({ status: 200, answer: z.object({ items: z.array(ConsoleAction) }) })
export const runConsoleActionApi = shape({
  params: z.object({ id: z.string().check(z.regex(/^[a-z_]{1,40}$/)) }),
  body: ActionBody,
  status: 200,
  answer: z.object({ done: z.string() }),
})
