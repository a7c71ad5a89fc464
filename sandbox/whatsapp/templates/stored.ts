// A template as the account stores it: its contents and its state.
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
  /** How long Meta tries to deliver a message of it; null means the default of 30 days. */
  ttlSeconds: z.nullable(z.number()),
  quality: z.enum(['UNKNOWN', 'GREEN', 'YELLOW', 'RED']),
  rejectedReason: z.string(),
  /** How often quality has paused it: 3 h, 6 h, then it is disabled. */
  pauses: z.number(),
  pausedUntil: z.nullable(z.number()),
  editedAt: z.number(),
})

export type StoredTemplate = z.infer<typeof storedShape>
export type Category = StoredTemplate['category']

export function findTemplate(templates: Iterable<StoredTemplate>, name: string, language: string): StoredTemplate | undefined {
  for (const template of templates) if (template.name === name && template.language === language) return template
  return undefined
}
