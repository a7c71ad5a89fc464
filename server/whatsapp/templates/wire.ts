// Defines the shapes of templates in Meta's API.
import { z } from 'zod/mini'

const NamedExample = z.looseObject({ param_name: z.string(), example: z.string() })

// Unknown additions by Meta must not hide a template.
export const Components = z.array(
  z.looseObject({
    type: z.string(),
    text: z.optional(z.string()),
    example: z.catch(z.optional(z.looseObject({ body_text_named_params: z.optional(z.array(NamedExample)) })), undefined),
    buttons: z.optional(z.array(z.looseObject({ type: z.string(), text: z.optional(z.string()) }))),
  }),
)
export type Components = z.infer<typeof Components>

/** A template to submit: …/templates/components. */
export interface TemplateDefinition {
  name: string
  language: string
  category: string
  /** Omitted if Meta writes the text. */
  parameter_format?: 'named'
  message_send_ttl_seconds: number
  components: Components
}

const Listed = z.looseObject({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z._default(z.string(), 'UTILITY'),
  components: z._default(z.catch(Components, []), []),
  quality_score: z.catch(z.optional(z.looseObject({ score: z.optional(z.string()) })), undefined),
  rejected_reason: z.optional(z.string()),
})
export type TemplateListed = z.infer<typeof Listed>

export const TemplateList = z.looseObject({
  data: z.array(Listed),
  paging: z.optional(
    z.looseObject({ cursors: z.optional(z.looseObject({ after: z.optional(z.string()) })), next: z.optional(z.string()) }),
  ),
})
