// The API of the console's first page: the health of each part of the server, and its figures.
import { z } from 'zod/mini'
import { State } from '../delivery/states.ts'
import { shape, Time } from './shape.ts'

export const PartHealth = z.object({
  part: z.enum(['database', 'smtp', 'mailboxes', 'delivery', 'whatsapp', 'letters']),
  /** note: it works, but somebody should know. off: this host has not got it. */
  state: z.enum(['ok', 'note', 'failing', 'off']),
  /** A sentence: what was found, and what to do. */
  found: z.string(),
})
export type PartHealth = z.infer<typeof PartHealth>

const Role = z.enum(['web', 'mail', 'delivery'])
const count = z.int().check(z.nonnegative())

export const HostHealth = z.object({
  name: z.string(),
  /** The one that answers. */
  isThis: z.boolean(),
  /** Of another host those that are seen by what it holds. */
  roles: z.array(Role),
  mailboxes: count,
  lanes: count,
})
export type HostHealth = z.infer<typeof HostHealth>

export const Health = z.object({
  at: Time,
  parts: z.array(PartHealth),
  /** The last three within 24 hours. */
  figures: z.object({ people: count, mailboxes: count, phones: count, arrived: count, forwarded: count, failed: count }),
  /** Deliveries that are not final, by state; those without any are left out. */
  queue: z.array(z.object({ state: State, count })),
  hosts: z.array(HostHealth),
  versions: z.object({
    mailferry: z.string(),
    node: z.string(),
    postgres: z.string(),
    schema: z.string(),
    mode: z.enum(['sandbox', 'production']),
    publicUrl: z.string(),
    startedAt: Time,
  }),
})
export type Health = z.infer<typeof Health>

/** For administrators. Asked at most every five seconds, whoever looks. */
export const getHealthApi = shape({ status: 200, answer: Health })
