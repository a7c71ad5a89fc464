// What Meta refuses when a template is submitted: variables in the wrong place, missing examples, mixed buttons.
import { type GraphError, graphError } from '../errors.ts'
import { type Component, partOf, variablesIn } from './definition.ts'
import type { Stored } from './stored.ts'

type Draft = Pick<Stored, 'category' | 'format' | 'components'>

/** Null when the template may go to review. */
export function refuseTemplate(draft: Draft): GraphError | null {
  const types = draft.components.map(one => one.type)
  if (new Set(types).size !== types.length) return wrong(2388047, 'Each component may stand once.')
  return bodyWrong(draft) ?? headerWrong(draft) ?? footerWrong(draft.components) ?? buttonsWrong(draft)
}

function bodyWrong({ category, format, components }: Draft): GraphError | null {
  const body = partOf(components, 'BODY')
  if (!body) return wrong(2388043, 'A component of type BODY is required.')
  if (category === 'AUTHENTICATION')
    return body.text === undefined ? null : wrong(2388043, 'The text of an authentication template is given.')
  if (body.text === undefined) return wrong(2388043, 'The component of type BODY is missing expected field(s) (text).')
  if (/^\s*\{\{|\}\}\s*$/.test(body.text)) return wrong(2388299, 'Variables can’t be at the start or end of the template.')
  const names = variablesIn(body.text)
  // Our reading of "too many variables for its length": two words of its own for each variable.
  const ownWords = body.text.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
  if (ownWords < 2 * names.length) return wrong(2388293, 'This template contains too many variable parameters relative to its length.')
  const examples = format === 'NAMED' ? body.example?.body_text_named_params?.map(one => one.param_name) : body.example?.body_text?.[0]
  return variablesWrong('BODY', format, body.text, names, examples)
}

function headerWrong({ format, components }: Draft): GraphError | null {
  const header = partOf(components, 'HEADER')
  if (!header) return null
  if (header.format === 'LOCATION') return null
  if (header.format !== 'TEXT')
    return header.example?.header_handle?.[0] ? null : wrong(2388043, 'A media header is missing its sample (example.header_handle).')
  if (header.text === undefined) return wrong(2388043, 'The component of type HEADER is missing expected field(s) (text).')
  if (/[\n*_~`]|\p{Extended_Pictographic}/u.test(header.text))
    return wrong(2388047, 'The header can’t have new lines, emojis, asterisks or formatting.')
  const names = variablesIn(header.text)
  if (names.length > 1) return wrong(2388047, 'The header can have one variable.')
  const examples = format === 'NAMED' ? header.example?.header_text_named_params?.map(one => one.param_name) : header.example?.header_text
  return variablesWrong('HEADER', format, header.text, names, examples)
}

function variablesWrong(part: string, format: Stored['format'], text: string, names: string[], examples: string[] = []): GraphError | null {
  if (text.replace(/\{\{[^{}]*\}\}/g, '').match(/\{\{|\}\}/)) return wrong(2388073, `${part}: a variable is not closed.`)
  const isWell =
    format === 'POSITIONAL'
      ? [...new Set(names)].toSorted((a, b) => Number(a) - Number(b)).every((name, place) => name === String(place + 1))
      : names.every(name => /^[a-z][a-z0-9_]*$/.test(name))
  if (!isWell) return wrong(2388073, `${part}: variables are {{1}}, {{2}}, … or, with named parameters, lowercase words.`)
  const needed = [...new Set(names)]
  const isGiven = format === 'NAMED' ? needed.every(name => examples.includes(name)) : true
  if (needed.length === examples.length && isGiven) return null
  return wrong(2388043, `The component of type ${part} is missing expected field(s) (example).`)
}

function footerWrong(components: Component[]): GraphError | null {
  const footer = partOf(components, 'FOOTER')
  if (!footer?.text) return null
  if (footer.text.includes('\n') || variablesIn(footer.text).length > 0)
    return wrong(2388073, 'The footer can’t have new lines or variables.')
  return null
}

function buttonsWrong({ category, components }: Draft): GraphError | null {
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? []
  const count = (type: string) => buttons.filter(one => one.type === type).length
  const isOtp = count('OTP') === 1 && buttons.length === 1
  if ((category === 'AUTHENTICATION') !== isOtp)
    return wrong(2388085, 'An authentication template has one OTP button, no other template has any.')
  if (count('URL') > 2 || count('PHONE_NUMBER') > 1 || count('COPY_CODE') > 1)
    return wrong(2388085, 'At most two URL buttons, one phone number and one code.')
  const replies = buttons.map(one => one.type === 'QUICK_REPLY')
  const turns = replies.filter((isReply, place) => place > 0 && isReply !== replies[place - 1]).length
  if (turns > 1) return wrong(2388085, 'Quick replies must stand together.')
  const texts = buttons.map(one => one.text ?? 'Copy code')
  if (new Set(texts).size !== texts.length) return wrong(2388085, 'Button texts must be unique.')
  const url = buttons.find(one => one.type === 'URL' && variablesIn(one.url).length > 0 && !one.example?.[0])
  return url ? wrong(2388043, 'A URL button with a variable is missing its example.') : null
}

function wrong(subcode: number, told: string): GraphError {
  return graphError(100, { subcode, message: 'Invalid parameter', details: told, userTitle: 'Template not submitted', userMessage: told })
}
