// API calls for the console's log: entries, live tail, saved views, and the chain that shows whether it was changed.
import { z } from 'zod/mini'
import { ById, Id, Nothing, PageQuery, pageOf, shape, Time } from '../shape.ts'

export const logKinds = ['activity', 'security', 'staff'] as const
export const logStatuses = ['success', 'error', 'info', 'warning'] as const
export const logSources = ['server', 'browser'] as const

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** `action` ends with `*` to find all that begin so; `user` and `actor` are ids or email addresses. */
export const LogFilters = z.object({
  kind: z.optional(z.enum(logKinds)),
  action: z.optional(text(101)),
  status: z.optional(z.enum(logStatuses)),
  source: z.optional(z.enum(logSources)),
  user: z.optional(text(320)),
  actor: z.optional(text(320)),
  resourceType: z.optional(text(100)),
  resourceId: z.optional(text(200)),
  ip: z.optional(text(45)),
  from: z.optional(Time),
  to: z.optional(Time),
})
export type LogFilters = z.infer<typeof LogFilters>
export const logFilterKeys = [
  ...(['kind', 'action', 'status', 'source', 'user', 'actor', 'resourceType', 'resourceId', 'ip', 'from', 'to'] as const),
]

export const LogItem = z.object({
  id: Id,
  at: Time,
  kind: z.enum(logKinds),
  action: z.string(),
  status: z.enum(logStatuses),
  source: z.enum(logSources),
  userId: z.nullable(Id),
  actorId: z.nullable(Id),
  email: z.nullable(z.string()),
  resourceType: z.nullable(z.string()),
  resourceId: z.nullable(z.string()),
  ip: z.nullable(z.string()),
})
export type LogItem = z.infer<typeof LogItem>

export const listLogsApi = shape({ query: z.extend(PageQuery, LogFilters.shape), status: 200, answer: pageOf(LogItem) })
export const exportLogsApi = shape({ query: LogFilters, status: 200, answer: z.string() })

export const LogDetail = z.extend(LogItem, {
  userAgent: z.nullable(z.string()),
  /** By path: `before.state`. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Its position in the chain; null for some seconds after it was logged. */
  position: z.nullable(z.number()),
  sealedAt: z.nullable(Time),
})
export type LogDetail = z.infer<typeof LogDetail>
export const getLogApi = shape({ params: ById, status: 200, answer: LogDetail })

const LogTailLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entry'), entry: LogItem }),
  /** So that neither side takes the connection for dead. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export const tailLogsApi = shape({ query: LogFilters, status: 200, answer: LogTailLine })

const ViewName = text(60)
export const LogView = z.object({ id: Id, name: z.string(), filters: LogFilters, isShared: z.boolean(), isOwn: z.boolean() })
export type LogView = z.infer<typeof LogView>
export const listLogViewsApi = shape({ status: 200, answer: z.object({ items: z.array(LogView) }) })
export const addLogViewApi = shape({
  body: z.object({ name: ViewName, filters: LogFilters, isShared: z.boolean() }),
  status: 201,
  answer: LogView,
})
export const renameLogViewApi = shape({ params: ById, body: z.object({ name: ViewName }), status: 200, answer: LogView })
export const removeLogViewApi = shape({ params: ById, status: 200, answer: Nothing })

export const LogFindingKind = z.enum([
  ...(['row_changed', 'row_missing', 'row_inserted', 'row_late', 'entry_changed', 'entries_missing'] as const),
  ...(['end_changed', 'end_missing', 'key_missing', 'erasure_changed', 'copy_differs'] as const),
])
export type LogFindingKind = z.infer<typeof LogFindingKind>
export const LogFinding = z.object({ kind: LogFindingKind, position: z.nullable(z.number()), logId: z.nullable(Id) })
export type LogFinding = z.infer<typeof LogFinding>
export const LogVerification = z.object({
  verifiedAt: Time,
  durationMs: z.number(),
  entries: z.number(),
  checked: z.number(),
  changed: z.number(),
  missing: z.number(),
  inserted: z.number(),
  findings: z.array(LogFinding),
})
export type LogVerification = z.infer<typeof LogVerification>

export const LogChainState = z.object({
  keptDays: z.number(),
  /** Whether somebody set it, in the environment or in the console; otherwise it is the default. */
  isKeptSet: z.boolean(),
  position: z.number(),
  /** Hex. */
  hash: z.string(),
  sealedAt: z.nullable(Time),
  /** Rows that wait for their entry; counted up to 1,000. */
  waiting: z.number(),
  verifications: z.array(LogVerification),
})
export type LogChainState = z.infer<typeof LogChainState>
export const getLogChainApi = shape({ status: 200, answer: LogChainState })

const LogVerifyLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), checked: z.number(), entries: z.number() }),
  z.object({ kind: z.literal('result'), result: LogVerification }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export const verifyLogsApi = shape({ status: 200, answer: LogVerifyLine })
