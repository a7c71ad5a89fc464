// Fills the parameters of a sent template into its text, or returns Meta's error if they do not fit.
import { type GraphError, graphError } from '../errors.ts'
import type { SentTemplate, TemplatePart } from '../template.ts'
import { findComponent, type TemplateButton, variablesIn } from './definition.ts'
import type { StoredTemplate } from './stored.ts'

export type RenderedButton =
  | { kind: 'reply'; text: string; payload: string }
  | { kind: 'url'; text: string; url: string }
  | { kind: 'phone'; text: string; phone: string }
  | { kind: 'code'; text: string; code: string }
type RenderedMedia = { kind: 'media'; type: 'image' | 'video' | 'document'; media: Record<string, unknown> }
/** The template as the phone renders it. */
export type RenderedTemplate = {
  header: { kind: 'text'; text: string } | RenderedMedia | null
  body: string
  footer: string | null
  buttons: RenderedButton[]
}
type FillError = { kind: 'refused'; error: GraphError }
type FillResult = { kind: 'shown'; rendered: RenderedTemplate } | FillError
type FilledValues = { kind: 'values'; by: Map<string, string> } | FillError

/** The error if a template in this state may not be sent. */
export function refuseStatus(stored: StoredTemplate | undefined, sent: SentTemplate): GraphError | null {
  if (stored?.status === 'PAUSED') return graphError(132015, { details: `template name (${sent.name}) is paused due to low quality` })
  if (stored?.status === 'DISABLED') return graphError(132016, { details: `template name (${sent.name}) is disabled` })
  if (stored?.status === 'APPROVED') return null
  return graphError(132001, { details: `template name (${sent.name}) does not exist in ${sent.language.code}` })
}

export function fillTemplate(stored: StoredTemplate, sent: SentTemplate): FillResult {
  const components = sent.components ?? []
  const findComponents = <Type extends 'header' | 'body'>(type: Type) =>
    components.filter((one): one is TemplatePart<Type> => one.type === type)
  if (findComponents('header').length > 1 || findComponents('body').length > 1) return refuse(132000, 'Each component may stand once.')
  const header = fillHeader(stored, findComponents('header')[0])
  if (header.kind === 'refused') return header
  const text = bodyText(stored)
  const body = readValues(stored, 'body', text, findComponents('body')[0]?.parameters ?? [])
  if (body.kind === 'refused') return body
  if (stored.category === 'AUTHENTICATION' && [...body.by.values()].some(value => value.length > 15))
    return refuse(132018, 'body: a code has at most 15 characters')
  const renderedBody = replaceVariables(text, body.by)
  if (renderedBody.length > 1024) return refuse(132005, `Translated text too long: the body has ${renderedBody.length} characters`)
  const buttons = fillButtons(
    findComponent(stored.components, 'BUTTONS')?.buttons ?? [],
    components.filter((one): one is TemplatePart<'button'> => one.type === 'button'),
  )
  if (!Array.isArray(buttons)) return buttons
  return { kind: 'shown', rendered: { header: header.header, body: renderedBody, footer: footerText(stored), buttons } }
}

function fillHeader(
  stored: StoredTemplate,
  sent: TemplatePart<'header'> | undefined,
): { kind: 'header'; header: RenderedTemplate['header'] } | FillError {
  const header = findComponent(stored.components, 'HEADER')
  const parameters = sent?.parameters ?? []
  const [first] = parameters
  if (!header || header.format === 'LOCATION') {
    const details = `header: number of localizable_params (${parameters.length}) does not match the expected number of params (0)`
    return parameters.length > 0 ? refuse(132000, details) : { kind: 'header', header: null }
  }
  if (header.format === 'TEXT') {
    const text = header.text ?? ''
    const values = readValues(stored, 'header', text, parameters)
    return values.kind === 'refused' ? values : { kind: 'header', header: { kind: 'text', text: replaceVariables(text, values.by) } }
  }
  const media = first && readMedia(first)
  if (media?.type.toUpperCase() === header.format) return { kind: 'header', header: { kind: 'media', ...media } }
  return refuse(132012, `header: Format mismatch, expected ${header.format}, received ${first?.type.toUpperCase() ?? 'UNKNOWN'}`)
}

function readMedia(parameter: TemplatePart<'header'>['parameters'][number]): Pick<RenderedMedia, 'type' | 'media'> | null {
  if (parameter.type === 'image') return { type: 'image', media: parameter.image }
  if (parameter.type === 'video') return { type: 'video', media: parameter.video }
  return parameter.type === 'document' ? { type: 'document', media: parameter.document } : null
}

type Parameter = TemplatePart<'header' | 'body'>['parameters'][number]

function readValues(stored: StoredTemplate, part: string, text: string, parameters: Parameter[]): FilledValues {
  const names = [...new Set(variablesIn(text))]
  if (names.length !== parameters.length)
    return refuse(
      132000,
      `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    )
  const by = new Map<string, string>()
  for (const [index, parameter] of parameters.entries()) {
    const value = parameterText(parameter)
    if (value === null) return refuse(132012, `${part}: Format mismatch, expected TEXT, received ${parameter.type.toUpperCase()}`)
    const name = 'parameter_name' in parameter ? parameter.parameter_name : undefined
    if ((stored.format === 'NAMED') !== (name !== undefined))
      return refuse(132012, `${part}: Parameter name is ${name === undefined ? 'missing or empty' : 'not expected'}`)
    by.set(name ?? String(index + 1), value)
  }
  const missing = names.find(name => !by.has(name))
  return missing === undefined ? { kind: 'values', by } : refuse(132012, `${part}: Parameter name is missing: ${missing}`)
}

function parameterText(parameter: Parameter): string | null {
  if (parameter.type === 'text') return parameter.text
  if (parameter.type === 'currency') return parameter.currency.fallback_value
  return parameter.type === 'date_time' ? parameter.date_time.fallback_value : null
}

function fillButtons(buttons: TemplateButton[], sent: TemplatePart<'button'>[]): RenderedButton[] | FillError {
  const rendered: RenderedButton[] = []
  for (const part of sent) {
    const target = buttons[Number(part.index)]
    if (!target || buttonSubType(target) !== part.sub_type)
      return refuse(132018, `buttons: there is no ${part.sub_type} button with a parameter at index ${part.index}`)
  }
  for (const [index, button] of buttons.entries()) {
    const sentParts = sent.filter(one => Number(one.index) === index)
    if (sentParts.length > 1) return refuse(132000, `buttons: index ${index} stands twice`)
    const one = renderButton(button, sentParts[0]?.parameters[0])
    if (!one) return refuse(132012, `buttons: Button at index ${index} of type ${button.type} requires a parameter of its own type`)
    rendered.push(one)
  }
  return rendered
}

type ButtonParameter = TemplatePart<'button'>['parameters'][number]

function renderButton(button: TemplateButton, parameter: ButtonParameter | undefined): RenderedButton | null {
  switch (button.type) {
    case 'QUICK_REPLY':
      if (parameter && parameter.type !== 'payload') return null
      return { kind: 'reply', text: button.text, payload: parameter?.payload ?? button.text }
    case 'URL':
      if (variablesIn(button.url).length === 0) return parameter ? null : { kind: 'url', text: button.text, url: button.url }
      return parameter?.type === 'text'
        ? { kind: 'url', text: button.text, url: replaceVariables(button.url, new Map([['1', parameter.text]])) }
        : null
    case 'PHONE_NUMBER':
      return { kind: 'phone', text: button.text, phone: button.phone_number }
    case 'COPY_CODE':
      return parameter?.type === 'coupon_code' ? { kind: 'code', text: button.text ?? 'Copy code', code: parameter.coupon_code } : null
    default:
      return parameter?.type === 'text' ? { kind: 'code', text: button.text ?? 'Copy code', code: parameter.text } : null
  }
}

// The button of a one-time code is sent as a url button (…/templates/authentication-templates).
function buttonSubType({ type }: TemplateButton): string {
  return type === 'QUICK_REPLY' ? 'quick_reply' : type === 'COPY_CODE' ? 'copy_code' : type === 'PHONE_NUMBER' ? 'none' : 'url'
}

export function bodyText(stored: StoredTemplate): string {
  const body = findComponent(stored.components, 'BODY')
  const safety = body?.add_security_recommendation ? ' For your security, do not share this code.' : ''
  return stored.category === 'AUTHENTICATION' && body?.text === undefined
    ? `*{{1}}* is your verification code.${safety}`
    : (body?.text ?? '')
}

export function footerText(stored: StoredTemplate): string | null {
  const footer = findComponent(stored.components, 'FOOTER')
  return footer?.text ?? (footer?.code_expiration_minutes ? `This code expires in ${footer.code_expiration_minutes} minutes.` : null)
}

function replaceVariables(text: string, by: Map<string, string>): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (match, name: string) => by.get(name.trim()) ?? match)
}

function refuse(code: number, details: string): FillError {
  return { kind: 'refused', error: graphError(code, { details }) }
}
