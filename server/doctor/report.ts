// What the doctor found, in words: no secret is among them, whoever may have quoted one.
import type { Key } from '../../core/words/rooms.ts'
import type { Translate } from '../../core/words/words.ts'
import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'

export interface Told {
  check: Finding['check']
  state: Finding['state']
  title: string
  found: string
  fix: string | null
}

export function tell({ check, state, found, fix, values }: Finding, t: Translate<'doctor'>, config: Config): Told {
  const said = { ...values, ...(values['needs'] && { needs: nameOf(String(values['needs']), t) }) }
  const clean = hider(config)
  return { check, state, title: t(`check.${check}`), found: clean(t(found, said)), fix: fix && clean(t(fix, said)) }
}

const titles = new Map<string, Key<'doctor'>>(
  (['settings', 'database', 'address', 'token', 'number', 'account', 'handshake'] as const).map(check => [check, `check.${check}`]),
)

/** A check by its title; a setting is its own name. */
function nameOf(needs: string, t: Translate<'doctor'>): string {
  const title = titles.get(needs)
  return title ? t(title) : needs
}

const signs = { ok: '✓', note: '!', failing: '✗', skipped: '–' }

/** One line: what was looked at, what was found, what to do. */
export const lineOf = ({ state, title, found, fix }: Told): string => `${signs[state]} ${title}: ${found}${fix ? ` → ${fix}` : ''}`

/** Puts dots where a secret of ours stands in what somebody else said. */
function hider({ whatsapp, mailer, databaseUrl }: Config): (text: string) => string {
  const passwords = [databaseUrl ? new URL(databaseUrl).password : '', encodeURIComponent(mailer.relay?.password ?? '')]
  const secrets = [whatsapp.accessToken, whatsapp.appSecret, whatsapp.verifyToken, ...passwords, ...passwords.map(plain)]
  const kept = secrets.filter(secret => secret.length >= 4)
  return text => kept.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text)
}

/** As it is meant, where a URL spells it out. */
function plain(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}
