// Templates as Meta takes and lists them.
import { z } from 'zod'

// Meta writes PascalCase nowhere and upper case everywhere; what it adds later must not hide a template.
export const Components = z.array(
  z.looseObject({
    type: z.string(),
    text: z.string().optional(),
    buttons: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
  }),
)
export type Components = z.infer<typeof Components>

/** What is submitted: …/templates/components. */
export interface TemplateDefinition {
  name: string
  language: string
  category: string
  /** Left out where Meta writes the words. */
  parameter_format?: 'named'
  message_send_ttl_seconds: number
  components: Components
}

const Listed = z.looseObject({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string().default('UTILITY'),
  components: Components.catch([]).default([]),
  quality_score: z.looseObject({ score: z.string().optional() }).optional().catch(undefined),
  rejected_reason: z.string().optional(),
})
export type TemplateListed = z.infer<typeof Listed>

export const TemplateList = z.looseObject({
  data: z.array(Listed),
  paging: z.looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() }).optional(),
})
