// Parses a domain's published mail server settings (Mozilla's autoconfig, draft-ietf-mailmaint-autoconfig).
import { SaxesParser } from 'saxes'
import type { MailSignIn } from './providers/providers.ts'

export interface ServerSettings {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
  signIn: MailSignIn[]
}

const maxLength = 256 * 1024

interface Draft {
  type: string
  hostname: string
  port: string
  socketType: string
  username: string
  authentication: string[]
}

const elements = { imap: 'incomingServer', smtp: 'outgoingServer' }

/** The IMAP (or SMTP) servers that we can sign in to, preferred first; empty if the file is not valid. */
export function readAutoconfig(xml: string, address: string, protocol: 'imap' | 'smtp' = 'imap'): ServerSettings[] {
  const element = elements[protocol]
  if (xml.length > maxLength || /<!DOCTYPE/i.test(xml)) return []
  const drafts: Draft[] = []
  const parser = new SaxesParser()
  const path: string[] = []
  let text = ''
  let isBroken = false
  parser.on('error', () => {
    isBroken = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name)
    text = ''
    if (path.join('/') === `clientConfig/emailProvider/${element}`)
      drafts.push({ type: String(attributes['type'] ?? ''), hostname: '', port: '', socketType: '', username: '', authentication: [] })
  })
  parser.on('text', more => {
    text += more
  })
  parser.on('closetag', () => {
    const name = path.pop() ?? ''
    const draft = drafts.at(-1)
    if (path.at(-1) === element && draft) setField(draft, name, text.trim())
  })
  parser.write(xml).close()
  return isBroken ? [] : drafts.flatMap(draft => toSettings(draft, address, protocol) ?? [])
}

function setField(draft: Draft, name: string, text: string): void {
  if (name === 'authentication') draft.authentication.push(text)
  else if (name === 'hostname' || name === 'port' || name === 'socketType' || name === 'username') draft[name] = text
}

const securities = new Map<string, ServerSettings['security']>(Object.entries({ SSL: 'tls', STARTTLS: 'starttls' }))
const signInMethods = new Map<string, MailSignIn>(Object.entries({ 'password-cleartext': 'password', plain: 'password', OAuth2: 'oauth2' }))

function toSettings(draft: Draft, address: string, protocol: string): ServerSettings | null {
  const security = securities.get(draft.socketType)
  const port = Number(draft.port)
  const signIn = [...new Set(draft.authentication.flatMap(method => signInMethods.get(method) ?? []))]
  const host = fillPlaceholders(draft.hostname, address).toLowerCase()
  if (draft.type !== protocol || !security || signIn.length === 0) return null
  if (!isHost(host) || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  return { host, port, security, signIn, username: fillPlaceholders(draft.username, address) || address }
}

/** Fills in the placeholders in host and user names. */
export function fillPlaceholders(template: string, address: string): string {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return template.replaceAll('%EMAILADDRESS%', address).replaceAll('%EMAILLOCALPART%', local).replaceAll('%EMAILDOMAIN%', domain)
}

/** A host name with at least one dot, in ASCII: IP addresses and single labels are not accepted. */
export const isHost = (name: string): boolean =>
  name.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(name)
