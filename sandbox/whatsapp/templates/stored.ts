// A template as the account keeps it: its text, and where it stands between submission and the end.
import { z } from 'zod/mini'
import { componentShape } from './definition.ts'

export const categories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const
const statuses = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const

export const storedShape = z.object({
  /** Digits, small enough for the number that webhooks carry. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(categories),
  previousCategory: z.nullable(z.enum(categories)),
  status: z.enum(statuses),
  format: z.enum(['NAMED', 'POSITIONAL']),
  components: z.array(componentShape),
  /** How long a message of it is tried; null is the 30 days of every message. */
  ttlSeconds: z.nullable(z.number()),
  quality: z.enum(['UNKNOWN', 'GREEN', 'YELLOW', 'RED']),
  rejectedReason: z.string(),
  /** How often quality has paused it: 3 h, 6 h, then it is disabled. */
  pauses: z.number(),
  pausedUntil: z.nullable(z.number()),
  editedAt: z.number(),
})

export type Stored = z.infer<typeof storedShape>
export type Category = Stored['category']

export function findTemplate(templates: Iterable<Stored>, name: string, language: string): Stored | undefined {
  for (const one of templates) if (one.name === name && one.language === language) return one
  return undefined
}
