// The API for the admin console's first page: the health of each part of the server, and key figures.
import { z } from 'zod/mini'
import { State } from '../delivery/states.ts'
import { shape, Time } from './shape.ts'

export const PartHealth = z.object({
  part: z.enum(['database', 'smtp', 'mailboxes', 'delivery', 'whatsapp', 'letters']),
  /** note: it works, but is worth knowing. off: not running on this host. */
  state: z.enum(['ok', 'note', 'failing', 'off']),
  /** A sentence saying what was found and what to do. */
  found: z.string(),
})
export type PartHealth = z.infer<typeof PartHealth>

const Role = z.enum(['web', 'mail', 'delivery'])
const count = z.int().check(z.nonnegative())

export const HostHealth = z.object({
  name: z.string(),
  /** The host that responds. */
  isThis: z.boolean(),
  /** For other hosts, inferred from their leases. */
  roles: z.array(Role),
  mailboxes: count,
  lanes: count,
})
export type HostHealth = z.infer<typeof HostHealth>

export const Health = z.object({
  at: Time,
  parts: z.array(PartHealth),
  /** The last three cover 24 hours. */
  figures: z.object({ people: count, mailboxes: count, phones: count, arrived: count, forwarded: count, failed: count }),
  /** Deliveries that are not final, by state; states without any are omitted. */
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

/** For administrators. Computed at most every five seconds. */
export const getHealthApi = shape({ status: 200, answer: Health })
