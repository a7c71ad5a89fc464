// What Meta refuses when a template is submitted: misplaced variables, missing examples, mixed buttons.
import { type GraphError, graphError } from '../errors.ts'
import { findComponent, type TemplateComponent, variablesIn } from './definition.ts'
import type { StoredTemplate } from './stored.ts'

type Draft = Pick<StoredTemplate, 'category' | 'format' | 'components'>

/** Returns null if the template may go to review. */
export function refuseTemplate(draft: Draft): GraphError | null {
  const types = draft.components.map(component => component.type)
  if (new Set(types).size !== types.length) return templateError(2388047, 'Each component may stand once.')
  return checkBody(draft) ?? checkHeader(draft) ?? checkFooter(draft.components) ?? checkButtons(draft)
}

function checkBody({ category, format, components }: Draft): GraphError | null {
  const body = findComponent(components, 'BODY')
  if (!body) return templateError(2388043, 'A component of type BODY is required.')
  if (category === 'AUTHENTICATION')
    return body.text === undefined ? null : templateError(2388043, 'The text of an authentication template is given.')
  if (body.text === undefined) return templateError(2388043, 'The component of type BODY is missing expected field(s) (text).')
  if (/^\s*\{\{|\}\}\s*$/.test(body.text)) return templateError(2388299, 'Variables can’t be at the start or end of the template.')
  const names = variablesIn(body.text)
  // Our interpretation of "too many variables for its length": at least two other words for each variable.
  const wordCount = body.text.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
  if (wordCount < 2 * names.length)
    return templateError(2388293, 'This template contains too many variable parameters relative to its length.')
  const examples =
    format === 'NAMED' ? body.example?.body_text_named_params?.map(component => component.param_name) : body.example?.body_text?.[0]
  return checkVariables('BODY', format, body.text, names, examples)
}

function checkHeader({ format, components }: Draft): GraphError | null {
  const header = findComponent(components, 'HEADER')
  if (!header) return null
  if (header.format === 'LOCATION') return null
  if (header.format !== 'TEXT')
    return header.example?.header_handle?.[0]
      ? null
      : templateError(2388043, 'A media header is missing its sample (example.header_handle).')
  if (header.text === undefined) return templateError(2388043, 'The component of type HEADER is missing expected field(s) (text).')
  if (/[\n*_~`]|\p{Extended_Pictographic}/u.test(header.text))
    return templateError(2388047, 'The header can’t have new lines, emojis, asterisks or formatting.')
  const names = variablesIn(header.text)
  if (names.length > 1) return templateError(2388047, 'The header can have one variable.')
  const examples =
    format === 'NAMED' ? header.example?.header_text_named_params?.map(component => component.param_name) : header.example?.header_text
  return checkVariables('HEADER', format, header.text, names, examples)
}

function checkVariables(
  componentType: string,
  format: StoredTemplate['format'],
  text: string,
  names: string[],
  examples: string[] = [],
): GraphError | null {
  if (text.replace(/\{\{[^{}]*\}\}/g, '').match(/\{\{|\}\}/)) return templateError(2388073, `${componentType}: a variable is not closed.`)
  const areNamesValid =
    format === 'POSITIONAL'
      ? [...new Set(names)].toSorted((a, b) => Number(a) - Number(b)).every((name, index) => name === String(index + 1))
      : names.every(name => /^[a-z][a-z0-9_]*$/.test(name))
  if (!areNamesValid)
    return templateError(2388073, `${componentType}: variables are {{1}}, {{2}}, … or, with named parameters, lowercase words.`)
  const needed = [...new Set(names)]
  const hasAllNames = format === 'NAMED' ? needed.every(name => examples.includes(name)) : true
  if (needed.length === examples.length && hasAllNames) return null
  return templateError(2388043, `The component of type ${componentType} is missing expected field(s) (example).`)
}

function checkFooter(components: TemplateComponent[]): GraphError | null {
  const footer = findComponent(components, 'FOOTER')
  if (!footer?.text) return null
  if (footer.text.includes('\n') || variablesIn(footer.text).length > 0)
    return templateError(2388073, 'The footer can’t have new lines or variables.')
  return null
}

function checkButtons({ category, components }: Draft): GraphError | null {
  const buttons = findComponent(components, 'BUTTONS')?.buttons ?? []
  const count = (type: string) => buttons.filter(component => component.type === type).length
  const isOtp = count('OTP') === 1 && buttons.length === 1
  if ((category === 'AUTHENTICATION') !== isOtp)
    return templateError(2388085, 'An authentication template has one OTP button, no other template has any.')
  if (count('URL') > 2 || count('PHONE_NUMBER') > 1 || count('COPY_CODE') > 1)
    return templateError(2388085, 'At most two URL buttons, one phone number and one code.')
  const replies = buttons.map(component => component.type === 'QUICK_REPLY')
  const switches = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length
  if (switches > 1) return templateError(2388085, 'Quick replies must stand together.')
  const texts = buttons.map(component => component.text ?? 'Copy code')
  if (new Set(texts).size !== texts.length) return templateError(2388085, 'Button texts must be unique.')
  const url = buttons.find(component => component.type === 'URL' && variablesIn(component.url).length > 0 && !component.example?.[0])
  return url ? templateError(2388043, 'A URL button with a variable is missing its example.') : null
}

function templateError(subcode: number, details: string): GraphError {
  return graphError(100, { subcode, message: 'Invalid parameter', details, userTitle: 'Template not submitted', userMessage: details })
}
