// Whether the name of a sender passes them off as somebody else.
import type { MailAddress } from '../view.ts'
import type { SenderReason } from './badge.ts'
import { brands } from './brands.ts'
import { isFreeMail } from './free-mail.ts'
import { type SenderSite, siteOf, siteOfAddress } from './hosts.ts'
import { type KnownSenders, often } from './known.ts'
import { isCommon, nameKey, wordsOfName } from './name-key.ts'

export interface CheckedSender {
  from: MailAddress
  site: SenderSite
  replyTo: readonly MailAddress[]
  /** A machine whose domain is proven. */
  isProvenMachine: boolean
  isTrusted: boolean
}

export const nameTrap = (sender: CheckedSender, known: KnownSenders['names']): SenderReason | null =>
  otherAddress(sender) ?? brandNamed(sender) ?? knownName(sender, known)

/** A service that the person knows writes in the name of people, as forges and calendars do. */
const actsForOthers = ({ isProvenMachine, isTrusted }: Pick<CheckedSender, 'isProvenMachine' | 'isTrusted'>): boolean =>
  isProvenMachine && isTrusted

/** What nobody takes for the address of a person. */
const serviceAddress =
  /^[^@]{0,40}(?:notif|no[-_.]?reply|do[-_.]?not[-_.]?reply|comments?|invit|calendar|mailer|updates|reminder|share)[^@]{0,40}@/i

const longestName = 200

/** `"service@bank.example" <x@elsewhere.example>`. Where answers go to the one who is named, nothing is gained by it. */
function otherAddress({ from, site, replyTo, ...sender }: CheckedSender): SenderReason | null {
  const named = /[\w.+-]{1,64}@([a-z\d][a-z\d.-]{0,200}\.[a-z]{2,24})\b/i.exec(from.name.slice(0, longestName))
  const other = named && siteOf(named[1] ?? '')
  if (!other || actsForOthers(sender) || other.domain === site.domain) return null
  if (replyTo.some(({ address }) => siteOfAddress(address)?.domain === other.domain)) return null
  return { kind: 'name_address', seen: named[0].toLowerCase(), real: from.address }
}

const brandShapes = brands.map(({ name, targets }) => ({
  name,
  targets,
  words: wordsOfName(name).filter(word => word !== 'com'),
  labels: new Set(targets.map(target => target.label)),
}))

/** The name of a brand, with nothing beside it but words that many have. */
function brandNamed({ from, site, ...sender }: CheckedSender): SenderReason | null {
  const words = wordsOfName(from.name)
  const own = words.filter(word => !isCommon(word))
  if (own.length === 0 || own.length > 2 || words.length > 6 || actsForOthers(sender)) return null
  const brand = brandShapes.find(one => one.words.length === own.length && one.words.every((word, i) => word === own[i]))
  if (!brand || brand.targets.some(({ domain }) => domain === site.domain)) return null
  // A brand's name in the domain is looked at there (near.ts).
  if (brand.labels.has(site.label) || brand.words.join('') === site.shape) return null
  return { kind: 'name_brand', seen: brand.name, real: from.address }
}

const mostDomainsOfName = 2

/** A name that the person knows by another address. */
function knownName({ from, site, ...sender }: CheckedSender, names: KnownSenders['names']): SenderReason | null {
  const isService = sender.isProvenMachine && serviceAddress.test(from.address)
  const key = isService || actsForOthers(sender) ? null : nameKey(from.name)
  if (key === null) return null
  const theirs = names.filter(one => one.key === key)
  const usual = theirs.filter(({ mails }) => mails >= often)
  const [best] = usual.toSorted((a, b) => b.mails - a.mails)
  if (!best || usual.some(({ address }) => isSamePerson(address, from.address, site))) return null
  const domains = new Set(theirs.map(({ address }) => siteOfAddress(address)?.domain))
  return domains.size > mostDomainsOfName + 1 ? null : { kind: 'name_known', seen: best.address, real: from.address }
}

/** Within a company any address will do; at a free provider it must be the same one. */
function isSamePerson(usual: string, address: string, site: SenderSite): boolean {
  if (usual === address) return true
  const other = siteOfAddress(usual)
  if (!other || other.domain !== site.domain) return false
  return !isFreeMail(site.domain) || untagged(usual) === untagged(address)
}

const untagged = (address: string): string => address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '').replaceAll('.', '')
