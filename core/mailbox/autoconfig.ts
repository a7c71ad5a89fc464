// Parses the file in which a domain publishes its mail server settings (Mozilla's autoconfig, draft-ietf-mailmaint-autoconfig).
import { SaxesParser } from 'saxes'
import type { MailSignIn } from './providers/providers.ts'

export interface ServerSettings {
  host: string
  port: number
  security: 'tls' | 'starttls'
  username: string
  signIn: MailSignIn[]
}

const mostLetters = 256 * 1024

interface Draft {
  type: string
  hostname: string
  port: string
  socketType: string
  username: string
  authentication: string[]
}

const elements = { imap: 'incomingServer', smtp: 'outgoingServer' }

/** The IMAP (or SMTP) servers that we can sign in to, the preferred first; empty for anything that is no such file. */
export function readAutoconfig(xml: string, address: string, wanted: 'imap' | 'smtp' = 'imap'): ServerSettings[] {
  const element = elements[wanted]
  if (xml.length > mostLetters || /<!DOCTYPE/i.test(xml)) return []
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
    if (path.at(-1) === element && draft) note(draft, name, text.trim())
  })
  parser.write(xml).close()
  return isBroken ? [] : drafts.flatMap(draft => settingsOf(draft, address, wanted) ?? [])
}

function note(draft: Draft, name: string, text: string): void {
  if (name === 'authentication') draft.authentication.push(text)
  else if (name === 'hostname' || name === 'port' || name === 'socketType' || name === 'username') draft[name] = text
}

const securities = new Map<string, ServerSettings['security']>(Object.entries({ SSL: 'tls', STARTTLS: 'starttls' }))
const ways = new Map<string, MailSignIn>(Object.entries({ 'password-cleartext': 'password', plain: 'password', OAuth2: 'oauth2' }))

function settingsOf(draft: Draft, address: string, wanted: string): ServerSettings | null {
  const security = securities.get(draft.socketType)
  const port = Number(draft.port)
  const signIn = [...new Set(draft.authentication.flatMap(way => ways.get(way) ?? []))]
  const host = fill(draft.hostname, address).toLowerCase()
  if (draft.type !== wanted || !security || signIn.length === 0) return null
  if (!isHost(host) || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  return { host, port, security, signIn, username: fill(draft.username, address) || address }
}

/** Fills in the placeholders that hosts and user names may hold. */
export function fill(template: string, address: string): string {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  return template.replaceAll('%EMAILADDRESS%', address).replaceAll('%EMAILLOCALPART%', local).replaceAll('%EMAILDOMAIN%', domain)
}

/** A host name with at least one dot, in ASCII: addresses and single labels are nobody's mail server. */
export const isHost = (name: string): boolean =>
  name.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i.test(name)
