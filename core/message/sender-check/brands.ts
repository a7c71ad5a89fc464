// Lists the most impersonated companies and the domains they send from.
import { parseSite } from './hosts.ts'
import type { ImitationTarget } from './near.ts'

// A star marks a common word or short name. A brand's name under a country's top-level domain counts as the brand's own.
const table = `
PayPal | paypal.com paypal-communication.com
Amazon * | amazon.com amazon.co.uk amazonses.com amazonaws.com
Apple * | apple.com icloud.com itunes.com
Microsoft | microsoft.com microsoftonline.com office.com office365.com live.com outlook.com sharepointonline.com
Google | google.com googlemail.com youtube.com
Gmail | gmail.com google.com
Outlook * | outlook.com microsoft.com
Hotmail | hotmail.com microsoft.com outlook.com
Yahoo | yahoo.com yahoo-inc.com ymail.com
Facebook | facebook.com facebookmail.com meta.com
Instagram | instagram.com facebookmail.com
WhatsApp | whatsapp.com meta.com
LinkedIn | linkedin.com
Netflix | netflix.com
Spotify | spotify.com
eBay * | ebay.com
DHL * | dhl.com dhl.de
FedEx | fedex.com
UPS * | ups.com
USPS | usps.com usps.gov
DocuSign | docusign.com docusign.net
Dropbox | dropbox.com dropboxmail.com
Adobe | adobe.com adobesign.com
Coinbase | coinbase.com
Binance | binance.com
American Express | americanexpress.com aexp.com
Mastercard | mastercard.com mastercard.us
Booking.com * | booking.com
GitHub | github.com githubsupport.com
`

export interface Brand {
  name: string
  isWord: boolean
  targets: ImitationTarget[]
}

export const brands: Brand[] = table
  .trim()
  .split('\n')
  .map(line => {
    const [title = '', domains = ''] = line.split(' | ')
    const isWord = title.endsWith(' *')
    const name = title.replace(' *', '')
    const targets = domains.split(' ').flatMap(domain => parseSite(domain) ?? [])
    return { name, isWord, targets: targets.map(target => ({ ...target, name, isWord })) }
  })

export const brandTargets: ImitationTarget[] = [
  ...new Map(brands.flatMap(({ targets }) => targets).map(target => [target.domain, target])).values(),
]
/** Domains owned by brands, which imitate nobody. */
export const brandDomains: ReadonlySet<string> = new Set(brandTargets.map(({ domain }) => domain))
