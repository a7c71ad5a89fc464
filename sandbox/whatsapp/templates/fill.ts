// Puts the parameters of a sent template into its text, or says with which of Meta's errors they do not fit.
import { type GraphError, graphError } from '../errors.ts'
import type { Template, TemplatePart } from '../template.ts'
import { type Button, partOf, variablesIn } from './definition.ts'
import type { Stored } from './stored.ts'

export type ShownButton =
  | { kind: 'reply'; text: string; payload: string }
  | { kind: 'url'; text: string; url: string }
  | { kind: 'phone'; text: string; phone: string }
  | { kind: 'code'; text: string; code: string }
type ShownMedia = { kind: 'media'; type: 'image' | 'video' | 'document'; media: Record<string, unknown> }
/** What the phone draws. */
export type Shown = {
  header: { kind: 'text'; text: string } | ShownMedia | null
  body: string
  footer: string | null
  buttons: ShownButton[]
}
type Refused = { kind: 'refused'; error: GraphError }
type Filled = { kind: 'shown'; shown: Shown } | Refused
type Values = { kind: 'values'; by: Map<string, string> } | Refused

/** Whether a template in this state may be sent at all. */
export function refuseStatus(stored: Stored | undefined, sent: Template): GraphError | null {
  if (stored?.status === 'PAUSED') return graphError(132015, { details: `template name (${sent.name}) is paused due to low quality` })
  if (stored?.status === 'DISABLED') return graphError(132016, { details: `template name (${sent.name}) is disabled` })
  if (stored?.status === 'APPROVED') return null
  return graphError(132001, { details: `template name (${sent.name}) does not exist in ${sent.language.code}` })
}

export function fill(stored: Stored, sent: Template): Filled {
  const components = sent.components ?? []
  const given = <Type extends 'header' | 'body'>(type: Type) => components.filter((one): one is TemplatePart<Type> => one.type === type)
  if (given('header').length > 1 || given('body').length > 1) return refused(132000, 'Each component may stand once.')
  const header = fillHeader(stored, given('header')[0])
  if (header.kind === 'refused') return header
  const text = bodyTextOf(stored)
  const body = valuesOf(stored, 'body', text, given('body')[0]?.parameters ?? [])
  if (body.kind === 'refused') return body
  if (stored.category === 'AUTHENTICATION' && [...body.by.values()].some(value => value.length > 15))
    return refused(132018, 'body: a code has at most 15 characters')
  const shownBody = putIn(text, body.by)
  if (shownBody.length > 1024) return refused(132005, `Translated text too long: the body has ${shownBody.length} characters`)
  const buttons = fillButtons(
    partOf(stored.components, 'BUTTONS')?.buttons ?? [],
    components.filter((one): one is TemplatePart<'button'> => one.type === 'button'),
  )
  if (!Array.isArray(buttons)) return buttons
  return { kind: 'shown', shown: { header: header.header, body: shownBody, footer: footerOf(stored), buttons } }
}

function fillHeader(stored: Stored, sent: TemplatePart<'header'> | undefined): { kind: 'header'; header: Shown['header'] } | Refused {
  const header = partOf(stored.components, 'HEADER')
  const parameters = sent?.parameters ?? []
  const [first] = parameters
  if (!header || header.format === 'LOCATION') {
    const told = `header: number of localizable_params (${parameters.length}) does not match the expected number of params (0)`
    return parameters.length > 0 ? refused(132000, told) : { kind: 'header', header: null }
  }
  if (header.format === 'TEXT') {
    const text = header.text ?? ''
    const values = valuesOf(stored, 'header', text, parameters)
    return values.kind === 'refused' ? values : { kind: 'header', header: { kind: 'text', text: putIn(text, values.by) } }
  }
  const media = first && mediaIn(first)
  if (media?.type.toUpperCase() === header.format) return { kind: 'header', header: { kind: 'media', ...media } }
  return refused(132012, `header: Format mismatch, expected ${header.format}, received ${first?.type.toUpperCase() ?? 'UNKNOWN'}`)
}

function mediaIn(parameter: TemplatePart<'header'>['parameters'][number]): Pick<ShownMedia, 'type' | 'media'> | null {
  if (parameter.type === 'image') return { type: 'image', media: parameter.image }
  if (parameter.type === 'video') return { type: 'video', media: parameter.video }
  return parameter.type === 'document' ? { type: 'document', media: parameter.document } : null
}

type Parameter = TemplatePart<'header' | 'body'>['parameters'][number]

function valuesOf(stored: Stored, part: string, text: string, parameters: Parameter[]): Values {
  const names = [...new Set(variablesIn(text))]
  if (names.length !== parameters.length)
    return refused(
      132000,
      `${part}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    )
  const by = new Map<string, string>()
  for (const [place, parameter] of parameters.entries()) {
    const value = textOf(parameter)
    if (value === null) return refused(132012, `${part}: Format mismatch, expected TEXT, received ${parameter.type.toUpperCase()}`)
    const named = 'parameter_name' in parameter ? parameter.parameter_name : undefined
    if ((stored.format === 'NAMED') !== (named !== undefined))
      return refused(132012, `${part}: Parameter name is ${named === undefined ? 'missing or empty' : 'not expected'}`)
    by.set(named ?? String(place + 1), value)
  }
  const missing = names.find(name => !by.has(name))
  return missing === undefined ? { kind: 'values', by } : refused(132012, `${part}: Parameter name is missing: ${missing}`)
}

function textOf(parameter: Parameter): string | null {
  if (parameter.type === 'text') return parameter.text
  if (parameter.type === 'currency') return parameter.currency.fallback_value
  return parameter.type === 'date_time' ? parameter.date_time.fallback_value : null
}

function fillButtons(defined: Button[], sent: TemplatePart<'button'>[]): ShownButton[] | Refused {
  const shown: ShownButton[] = []
  for (const part of sent) {
    const target = defined[Number(part.index)]
    if (!target || subTypeOf(target) !== part.sub_type)
      return refused(132018, `buttons: there is no ${part.sub_type} button with a parameter at index ${part.index}`)
  }
  for (const [place, button] of defined.entries()) {
    const mine = sent.filter(one => Number(one.index) === place)
    if (mine.length > 1) return refused(132000, `buttons: index ${place} stands twice`)
    const one = showButton(button, mine[0]?.parameters[0])
    if (!one) return refused(132012, `buttons: Button at index ${place} of type ${button.type} requires a parameter of its own type`)
    shown.push(one)
  }
  return shown
}

type ButtonParameter = TemplatePart<'button'>['parameters'][number]

function showButton(button: Button, parameter: ButtonParameter | undefined): ShownButton | null {
  switch (button.type) {
    case 'QUICK_REPLY':
      if (parameter && parameter.type !== 'payload') return null
      return { kind: 'reply', text: button.text, payload: parameter?.payload ?? button.text }
    case 'URL':
      if (variablesIn(button.url).length === 0) return parameter ? null : { kind: 'url', text: button.text, url: button.url }
      return parameter?.type === 'text'
        ? { kind: 'url', text: button.text, url: putIn(button.url, new Map([['1', parameter.text]])) }
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
function subTypeOf({ type }: Button): string {
  return type === 'QUICK_REPLY' ? 'quick_reply' : type === 'COPY_CODE' ? 'copy_code' : type === 'PHONE_NUMBER' ? 'none' : 'url'
}

export function bodyTextOf(stored: Stored): string {
  const body = partOf(stored.components, 'BODY')
  const safety = body?.add_security_recommendation ? ' For your security, do not share this code.' : ''
  return stored.category === 'AUTHENTICATION' && body?.text === undefined
    ? `*{{1}}* is your verification code.${safety}`
    : (body?.text ?? '')
}

export function footerOf(stored: Stored): string | null {
  const footer = partOf(stored.components, 'FOOTER')
  return footer?.text ?? (footer?.code_expiration_minutes ? `This code expires in ${footer.code_expiration_minutes} minutes.` : null)
}

function putIn(text: string, by: Map<string, string>): string {
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => by.get(name.trim()) ?? whole)
}

function refused(code: number, details: string): Refused {
  return { kind: 'refused', error: graphError(code, { details }) }
}
