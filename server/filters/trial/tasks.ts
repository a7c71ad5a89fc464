// The messages between the server and its trial workers.
import { z } from 'zod/mini'
import { findExampleApi, NearMiss, TrialSample } from '../../../core/api/filter-trials.ts'
import type { Condition } from '../../../core/filters/tree.ts'

/**
 * Begins a run over one user's stored messages. `show`: report samples and near misses; `matches`: list them; `example`: the smallest filter that matches the `picked` messages.
 */
export interface BeginTask {
  kind: 'begin'
  run: number
  userId: string
  contentKey: Uint8Array
  viewColumn: string
  timeZone: string
  draft: Condition
  saved: Condition | null
  lists: [string, string[]][]
  /** What is stored, to recognize what is in the cache; null where only a part is read. */
  extent: { count: number; newest: string | null; oldest: string | null } | null
  /** Earlier messages are skipped. */
  sinceMs: number | null
  want: 'show' | 'matches' | 'count' | 'example'
  picked: string[]
}

/** The next messages in order; an empty batch is the end. */
export interface BatchTask {
  kind: 'mails'
  run: number
  messages: SealedMessage[]
}

export interface SealedMessage {
  id: string
  arrivedMs: number
  datedMs: number
  mailbox: { address: string; kind: 'imap' | 'address' }
  isFirstTimeSender: boolean | null
  sealed: Uint8Array
}

export interface StopTask {
  kind: 'stop'
  run: number
}

export type Task = BeginTask | BatchTask | StopTask

/** Where a message is in the order of dates. */
const MessagePosition = z.object({ id: z.string(), datedMs: z.number() })
export type MessagePosition = z.infer<typeof MessagePosition>

const Counts = { looked: z.number(), matched: z.number(), gained: z.number(), lost: z.number(), unknown: z.number() }

/** `more`: the thread is ready for the next batch. `end`: the run is over, because it was stopped or `isComplete`; `last` was evaluated last. */
export const WorkerReply = z.discriminatedUnion('kind', [
  z.object({ run: z.number(), kind: z.literal('more') }),
  z.object({ run: z.number(), kind: z.literal('progress'), ...Counts }),
  z.object({ run: z.number(), kind: z.literal('sample'), sample: TrialSample }),
  z.object({ run: z.number(), kind: z.literal('near'), near: NearMiss }),
  z.object({
    run: z.number(),
    kind: z.literal('end'),
    ...Counts,
    isComplete: z.boolean(),
    last: z.nullable(MessagePosition),
    matches: z.array(MessagePosition),
    example: z.nullable(findExampleApi.answer),
  }),
  z.object({ run: z.number(), kind: z.literal('failed'), problem: z.string() }),
])
export type WorkerReply = z.infer<typeof WorkerReply>
