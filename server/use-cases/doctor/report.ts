// Renders the doctor's findings as text, with every secret removed.
import type { AdminFinding } from '../../../core/api/admin/finding.ts'
import { tidyForeignValues } from '../../../core/text/foreign-text.ts'
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

/** A finding as the console shows it. */
export function toAdminFinding(finding: DoctorFinding, t: Translate<'doctor'>, config: Config): AdminFinding {
  const { check, state, title, found, fix } = toReportLine(finding, t, config)
  const { subject, link, since, values } = finding
  return {
    // Settings find several things of one check, each about another name.
    id: [check, subject ?? values['name']].filter(part => part !== undefined).join('.'),
    ...{ check: title, state, found, fix },
    ...(link && { link }),
    ...(since && { since: since.toISOString() }),
  }
}

export function toReportLine({ check, state, found, fix, values }: DoctorFinding, t: Translate<'doctor'>, config: Config): ReportLine {
  const textValues = tidyForeignValues({ ...values, ...(values['needs'] && { needs: nameOf(String(values['needs']), t) }) })
  const maskSecrets = secretMasker(config)
  return { check, state, title: t(`check.${check}`), found: maskSecrets(t(found, textValues)), fix: fix && maskSecrets(t(fix, textValues)) }
}

const titles = new Map<string, WordKey<'doctor'>>(
  (['settings', 'database', 'address', 'token', 'number', 'account', 'handshake'] as const).map(check => [check, `check.${check}`]),
)

/** A check's title; a setting's own name. */
function nameOf(needs: string, t: Translate<'doctor'>): string {
  const title = titles.get(needs)
  return title ? t(title) : needs
}

const signs = { ok: '✓', note: '!', failing: '✗', skipped: '–' }

/** One line: what was checked, what was found, what to do. */
export const formatLine = ({ state, title, found, fix }: ReportLine): string =>
  `${signs[state]} ${title}: ${found}${fix ? ` → ${fix}` : ''}`

/** Masks our secrets in texts that others sent. */
function secretMasker({ whatsapp, mailer, databaseUrl, billing }: Config): (text: string) => string {
  const passwords = [databaseUrl ? new URL(databaseUrl).password : '', encodeURIComponent(mailer.relay?.password ?? '')]
  const { secretKey, webhookSecrets } = billing.stripe
  const secrets = [
    ...[whatsapp.accessToken, whatsapp.appSecret, whatsapp.verifyToken, secretKey, ...webhookSecrets],
    ...[...passwords, ...passwords.map(decode)],
  ]
  const maskable = secrets.filter(secret => secret.length >= 4)
  return text => maskable.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text)
}

/** Decodes a password that is percent-encoded in a URL. */
function decode(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}
