// Step-by-step instructions for allowing an app at the provider.
import type { Discovered } from '../../../../core/api/mail.ts'
import type { WordKey } from '../../../../core/words/catalogs.ts'
import { useWords } from '../../../words/words.tsx'

type Provider = NonNullable<Discovered['provider']>

/** The help page with more detail for each provider. */
const helpPages: Partial<Record<WordKey<'providers'>, `/help/${string}`>> = {
  google: '/help/email-setup#gmail',
  yahoo: '/help/email-setup#yahoo',
  icloud: '/help/email-setup#icloud',
  gmx: '/help/email-setup#gmx',
  qq: '/help/email-setup#qq',
  netease: '/help/email-setup#netease',
  mailru: '/help/email-setup#mailru',
  yandex: '/help/email-setup#yandex',
  zoho: '/help/email-setup#zoho',
}

/** The section of the help page about signing in at this provider; without one, about all providers. */
export function helpPage(provider: Provider | null): `/help/${string}` {
  if (!provider) return '/help/email-setup#providers'
  return helpPages[findGuide(provider) ?? 'always'] ?? '/help/email-setup#others'
}

const providerGuides: [start: RegExp, guide: WordKey<'providers'>][] = [
  [/^(gmail|google-workspace)$/, 'google'],
  [/^(yahoo|aol|verizon|cox|att|rogers|sky)$/, 'yahoo'],
  [/^icloud$/, 'icloud'],
  [/^(gmx-|web-de)/, 'gmx'],
  [/^qq/, 'qq'],
  [/^netease-/, 'netease'],
  [/^mail-ru$/, 'mailru'],
  [/^yandex$/, 'yandex'],
  [/^zoho-/, 'zoho'],
]

function findGuide({ id, appPassword, mustEnable }: Provider): WordKey<'providers'> | null {
  const match = providerGuides.find(([start]) => start.test(id))?.[1]
  if (match) return match
  if (appPassword === 'always') return 'always'
  if (appPassword === 'with_2fa') return 'with2fa'
  return mustEnable ? 'enable' : null
}

export function ProviderGuide({ provider }: { provider: Provider }) {
  const t = useWords('providers')
  const guide = findGuide(provider)
  if (!guide) return null
  return (
    <section aria-label={provider.name} className="grid gap-2 rounded-hull bg-bg p-4 text-sm">
      <ol className="grid list-decimal gap-1 ps-5">
        {t(guide)
          .split('\n')
          .map(step => (
            <li key={step}>{step}</li>
          ))}
      </ol>
      {provider.url && (
        <a className="w-fit" href={provider.url} target="_blank" rel="noreferrer">
          {t('open', { name: provider.name })} ({new URL(provider.url).hostname})
        </a>
      )}
    </section>
  )
}
