// Judges the settings: values that production needs, and values that cannot be right.
import type { WordKey } from '../../../../core/words/catalogs.ts'
import type { SettingProblem } from '../../../foundation/config/required.ts'
import type { Config } from '../../../foundation/config.ts'
import { type DoctorFinding, failing, ok } from '../finding.ts'

type WhereKey = WordKey<'doctor'> & `where.${string}`

const whereKeys = [
  'where.WHATSAPP_ACCESS_TOKEN',
  'where.WHATSAPP_APP_SECRET',
  'where.WHATSAPP_VERIFY_TOKEN',
  'where.WHATSAPP_NUMBER_ID',
  'where.WHATSAPP_NUMBER',
  'where.WHATSAPP_WABA_ID',
  'where.PUBLISHABLE_KEY',
  'where.PUBLIC_URL',
  'where.MAIL_DOMAIN',
  'where.MAIL_FROM',
  'where.MAIL_RELAY_URL',
  'where.STRIPE_SECRET_KEY',
  'where.STRIPE_WEBHOOK_SECRETS',
] as const satisfies readonly WhereKey[]

/** Each finding names one setting. */
export function judgeSettings(config: Pick<Config, 'mode' | 'whatsapp'>, problems: readonly SettingProblem[]): DoctorFinding[] {
  const found = [...problems.map(toFinding), ...malformedValues(config.whatsapp)]
  return found.length > 0 ? found : [ok('settings', 'settings.complete')]
}

function toFinding({ name, problem: what }: SettingProblem): DoctorFinding {
  if (what === 'sandbox_only' || what === 'not_https' || what === 'sandbox_in_public')
    return failing('settings', `settings.${what}`, { name })
  return { check: 'settings', state: 'failing', found: `settings.${what}`, fix: whereToFind(name), values: { name } }
}

function malformedValues({ numberId, wabaId, number, graphUrl }: Config['whatsapp']): DoctorFinding[] {
  const ids = [
    ['WHATSAPP_NUMBER_ID', numberId],
    ['WHATSAPP_WABA_ID', wabaId],
  ] as const
  return [
    ...ids
      .filter(([, id]) => id !== '' && !/^\d+$/.test(id))
      .map(
        ([name]): DoctorFinding => ({
          check: 'settings',
          state: 'failing',
          found: 'settings.not_an_id',
          fix: whereToFind(name),
          values: { name },
        }),
      ),
    ...(graphUrl === '' || URL.canParse(graphUrl) ? [] : [failing('settings', 'settings.not_a_url', { name: 'WHATSAPP_GRAPH_URL' })]),
    ...(number === '' || /^[1-9]\d{6,14}$/.test(number) ? [] : [failing('settings', 'settings.not_a_number')]),
  ]
}

/** The text that says where to find a value; null for values that only the operator knows. */
export const whereToFind = (name: string): WhereKey | null => whereKeys.find(whereKey => whereKey === `where.${name}`) ?? null
