// Cleans links: unwraps redirects and strips tracking parameters.

export interface CleanLink {
  href: string
  /** A tracker that hides the target. */
  isOpaque: boolean
}

const maxUrlLength = 4000
const maxWraps = 3

/** Null unless it leads to a web page. What remains is unchanged: one altered character breaks a sign-in link. */
export function stripLinkTrackers(source: string): CleanLink | null {
  // Three backticks would start monospaced text in WhatsApp, even inside a URL.
  let href = source.replace(/[\s\u0000-\u001f]+/g, '').replaceAll('`', '%60')
  for (let wraps = 0; wraps < maxWraps; wraps++) {
    const target = unwrapRedirect(href)
    if (target === null) break
    href = target
  }
  if (href.length > maxUrlLength || !isWebUrl(href)) return null
  return { href: stripTrackingParameters(href), isOpaque: trackerUrl.test(href) }
}

const isWebUrl = (href: string): boolean => webUrl.test(href)
const webUrl = /^https?:\/\/(?:[^\s/?#<>"@]{1,200}@)?[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*(?::\d{1,5})?(?:[/?#][^\s<>"]*)?$/iu

/** Redirect services show in the host name or the path. */
const redirectPattern =
  /^https?:\/\/(?:[^/]*\.)?(?:google\.[a-z.]{2,6}\/url|safelinks\.protection\.outlook\.com|l\.(?:facebook|instagram)\.com|lm\.facebook\.com|urldefense\.(?:proofpoint\.)?com|slack-redir\.net|out\.reddit\.com|linkprotect\.cudasvc\.com|steamcommunity\.com\/linkfilter)|^https?:\/\/(?:clicks?|links?|lnk|trk|track|tracking|redirect|redir|go|ct|url\d*|email|mail|news|e|em|t|r)\d*\.[^/]+\/|\/(?:ls\/click|wf\/click|clicks?|redirect|redir|track|out|goto|cl0)\b/i
const targetParameters = /^(?:url|u|q|target|redirect|redirect_?url|redirect_?to|dest|destination|to|link|goto|href|a)$/i

function unwrapRedirect(href: string): string | null {
  const inPath = /\/v3\/__(https?:[^]+?)__;/i.exec(href)?.[1] ?? /\/(https?(?:%3a|:)%2f%2f[^/?]+)/i.exec(href)?.[1]
  if (inPath) return decodeSafely(inPath)
  if (!redirectPattern.test(href)) return null
  const query = href.indexOf('?')
  for (const pair of query < 0 ? [] : href.slice(query + 1).split('&')) {
    const [name = '', value = ''] = pair.split('=', 2)
    const target = targetParameters.test(name) ? decodeSafely(value) : ''
    if (isWebUrl(target)) return target
  }
  return null
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const trackingParameter =
  /^(?:utm_\w+|mc_[ce]id|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|_hsenc|_hsmi|__hs\w+|mkt_tok|vero_\w+|oly_\w+|ck_subscriber_id|wickedid|elqtrack\w*|_ke|_kx|ref_src|trk_\w+|sc_(?:src|lid|uid|eh|llid|customer)|et_rid|ml_subscriber\w*)$/i

function stripTrackingParameters(href: string): string {
  const [page, fragment] = splitOnce(href, '#')
  const [path, query] = splitOnce(page, '?')
  if (query === undefined) return href
  const remaining = query.split('&').filter(pair => !trackingParameter.test(pair.split('=', 1)[0] ?? ''))
  return `${path}${remaining.length > 0 ? `?${remaining.join('&')}` : ''}${fragment === undefined ? '' : `#${fragment}`}`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

const trackerUrl =
  /\/(?:ls|wf|track)\/click|\/cl0\/|\/click[/?]|[?&]upn=|list-manage\.com\/track|\/e3t\/|\/lt\.php\?|^https?:\/\/clicks?\./i

/** Links that nobody needs on a phone: unsubscribe, view in browser, legal notices. */
export const isBoilerplateLink = (text: string): boolean => (text.length < 80 || /^https?:/i.test(text)) && boilerplateText.test(text)
const boilerplateText =
  /unsubscri|opt[- ]?out\b|manage (?:your )?(?:preferences|subscription|notifications)|(?:email|notification|communication) (?:preferences|settings)|view (?:it |this (?:e-?mail|message) )?(?:in (?:your |a )?browser|online)|privacy (?:policy|notice)|terms (?:of|and|&)|abmelde|abbestell|austragen|im browser|datenschutz|impressum|dar(?:se|me|te)? de baja|cancelar (?:la |a )?(?:suscripci|inscri|assinatura)|ver (?:en|no) (?:el |o |seu )?navegador|désabonn|désinscri|voir (?:en ligne|dans)|disiscriv|annulla iscrizione|nel browser|descadastr|descrever-se|abonelik|listeden çık|tarayıcı|berhenti berlangganan|afmelden|uitschrijven|wypisz|отписаться|إلغاء الاشتراك|הסר(?:ה|ו)? (?:מ|אות)|להסרה|ביטול (?:ה)?מינוי|配信停止|配信解除|退订|退訂|取消订阅|取消訂閱|수신\s?거부|सदस्यता (?:समाप्त|रद्द)/iu
