// Puts the doctor's findings into words, with every secret removed.
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { Config } from '../../foundation/config.ts'
import type { DoctorFinding } from './finding.ts'

export interface ReportLine {
  check: DoctorFinding['check']
  state: DoctorFinding['state']
  title: string
  found: string
  fix: string | null
}

export function reportLine({ check, state, found, fix, values }: DoctorFinding, t: Translate<'doctor'>, config: Config): ReportLine {
  const said = { ...values, ...(values['needs'] && { needs: nameOf(String(values['needs']), t) }) }
  const clean = hider(config)
  return { check, state, title: t(`check.${check}`), found: clean(t(found, said)), fix: fix && clean(t(fix, said)) }
}

const titles = new Map<string, WordKey<'doctor'>>(
  (['settings', 'database', 'address', 'token', 'number', 'account', 'handshake'] as const).map(check => [check, `check.${check}`]),
)

/** A check by its title; a setting is its own name. */
function nameOf(needs: string, t: Translate<'doctor'>): string {
  const title = titles.get(needs)
  return title ? t(title) : needs
}

const signs = { ok: '✓', note: '!', failing: '✗', skipped: '–' }

/** One line: what was looked at, what was found, what to do. */
export const lineOf = ({ state, title, found, fix }: ReportLine): string => `${signs[state]} ${title}: ${found}${fix ? ` → ${fix}` : ''}`

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
