// Where a link leads without those who count who follows it.

export interface CleanLink {
  href: string
  /** It leads through a counter that alone knows where to. */
  isOpaque: boolean
}

const longest = 4000
const mostWraps = 3

/** Null where it leads to no page. What is left of it is as it was written: a sign-in link breaks by a letter. */
export function linkOf(written: string): CleanLink | null {
  // Three backticks would begin letters of one width, in an address too.
  let href = written.replace(/[\s\u0000-\u001f]+/g, '').replaceAll('`', '%60')
  for (let wraps = 0; wraps < mostWraps; wraps++) {
    const inside = wrappedIn(href)
    if (inside === null) break
    href = inside
  }
  if (href.length > longest || !isPage(href)) return null
  return { href: withoutCounters(href), isOpaque: counted.test(href) }
}

const isPage = (href: string): boolean => pageAddress.test(href)
const pageAddress = /^https?:\/\/(?:[^\s/?#<>"@]{1,200}@)?[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*(?::\d{1,5})?(?:[/?#][^\s<>"]*)?$/iu

/** Those who redirect say so in their name or path. */
const redirects =
  /^https?:\/\/(?:[^/]*\.)?(?:google\.[a-z.]{2,6}\/url|safelinks\.protection\.outlook\.com|l\.(?:facebook|instagram)\.com|lm\.facebook\.com|urldefense\.(?:proofpoint\.)?com|slack-redir\.net|out\.reddit\.com|linkprotect\.cudasvc\.com|steamcommunity\.com\/linkfilter)|^https?:\/\/(?:clicks?|links?|lnk|trk|track|tracking|redirect|redir|go|ct|url\d*|email|mail|news|e|em|t|r)\d*\.[^/]+\/|\/(?:ls\/click|wf\/click|clicks?|redirect|redir|track|out|goto|cl0)\b/i
const targets = /^(?:url|u|q|target|redirect|redirect_?url|redirect_?to|dest|destination|to|link|goto|href|a)$/i

function wrappedIn(href: string): string | null {
  const inPath = /\/v3\/__(https?:[^]+?)__;/i.exec(href)?.[1] ?? /\/(https?(?:%3a|:)%2f%2f[^/?]+)/i.exec(href)?.[1]
  if (inPath) return decoded(inPath)
  if (!redirects.test(href)) return null
  const query = href.indexOf('?')
  for (const pair of query < 0 ? [] : href.slice(query + 1).split('&')) {
    const [name = '', value = ''] = pair.split('=', 2)
    const target = targets.test(name) ? decoded(value) : ''
    if (isPage(target)) return target
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const counter =
  /^(?:utm_\w+|mc_[ce]id|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|_hsenc|_hsmi|__hs\w+|mkt_tok|vero_\w+|oly_\w+|ck_subscriber_id|wickedid|elqtrack\w*|_ke|_kx|ref_src|trk_\w+|sc_(?:src|lid|uid|eh|llid|customer)|et_rid|ml_subscriber\w*)$/i

function withoutCounters(href: string): string {
  const [page, fragment] = splitOnce(href, '#')
  const [path, query] = splitOnce(page, '?')
  if (query === undefined) return href
  const kept = query.split('&').filter(pair => !counter.test(pair.split('=', 1)[0] ?? ''))
  return `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment === undefined ? '' : `#${fragment}`}`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const place = text.indexOf(at)
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)]
}

const counted = /\/(?:ls|wf|track)\/click|\/cl0\/|\/click[/?]|[?&]upn=|list-manage\.com\/track|\/e3t\/|\/lt\.php\?|^https?:\/\/clicks?\./i

/** Links that no reader misses on a phone: to leave a list, to see the mail elsewhere, small print. */
export const isChore = (text: string): boolean => (text.length < 80 || /^https?:/i.test(text)) && chores.test(text)
const chores =
  /unsubscri|opt[- ]?out\b|manage (?:your )?(?:preferences|subscription|notifications)|(?:email|notification|communication) (?:preferences|settings)|view (?:it |this (?:e-?mail|message) )?(?:in (?:your |a )?browser|online)|privacy (?:policy|notice)|terms (?:of|and|&)|abmelde|abbestell|austragen|im browser|datenschutz|impressum|dar(?:se|me|te)? de baja|cancelar (?:la |a )?(?:suscripci|inscri|assinatura)|ver (?:en|no) (?:el |o |seu )?navegador|désabonn|désinscri|voir (?:en ligne|dans)|disiscriv|annulla iscrizione|nel browser|descadastr|descrever-se|abonelik|listeden çık|tarayıcı|berhenti berlangganan|afmelden|uitschrijven|wypisz|отписаться|إلغاء الاشتراك|הסר(?:ה|ו)? (?:מ|אות)|להסרה|ביטול (?:ה)?מינוי|配信停止|配信解除|退订|退訂|取消订阅|取消訂閱|수신\s?거부|सदस्यता (?:समाप्त|रद्द)/iu
