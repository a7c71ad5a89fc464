// Finds the words for a one-time code in many languages.
import type { Span } from './spans.ts'

const edge = '(?<![\\p{L}\\p{M}\\p{Nd}])'
const end = '(?![\\p{L}\\p{M}\\p{Nd}])'
/** German and related languages form compounds: Bestätigungscode, engangskode. */
const compound = 'codes?|kodes?|koden|koder|koodi|kód|kod'
const alone =
  `código?s?|codigos?|codice|codici|codul|cod|clave|kodu|koda|kodun|kodunuz|kodunu|kody|kódja|kódot|kodas|kods|koodin?|passcodes?
|einmalpasswort|einmalkennwort|wachtwoord|jednorazowe hasło|коды?|кода|кодом|пароль|κωδικός|κωδικό|mã`.replace(/\s+(?=\|)/g, '')
const patterns = [
  new RegExp(`${edge}(?:\\p{L}{0,24}?(?:${compound})|${alone})${end}`, 'giu'),
  new RegExp(`${edge}(?:OTP|PIN|m?TAN)${end}`, 'gu'),
  /验证码|驗證碼|校验码|動態密碼|动态密码|コード|認証番号|暗証番号|인증번호|코드|رمز|كود|کد|קוד|कोड|ओटीपी|รหัส/gu,
]
/** Words before "code" that make it another kind: vouchers, countries, source code; pickup codes have a card of their own. */
const otherCodeKinds =
  /(?:promo\p{L}*|discount|coupon|voucher|gift|gutschein|rabatt|aktions|postal|post|zip|area|country|error|status|exit|response|source|qr|bar|product|item|sort|swift|bic|dress|tracking|referral|cupom|réduction|sconto|indirim|pick-?up|collection|locker|recogida|retirada|ritiro|retrait|teslimat|teslim)[\s-]*$/iu
const otherCodeWords = /^(?:abhol|paket|promo|gutschein|rabatt|aktions|qr|bar|quell|post|zip|fehler|en|de|trans|uni|geo|epi)(?:co|ko)/iu

export function findCodeWords(text: string): Span[] {
  return patterns
    .flatMap(pattern => [...text.matchAll(pattern)])
    .filter(({ 0: word, index }) => !otherCodeWords.test(word) && !otherCodeKinds.test(text.slice(Math.max(0, index - 24), index)))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
    .toSorted((a, b) => a.start - b.start)
}
