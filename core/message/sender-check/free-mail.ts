// Recognizes mail providers where anybody can get an address.
const domains = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com gmx.com gmx.net gmx.de web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com rambler.ru proton.me protonmail.com pm.me tutanota.com tuta.io zoho.com fastmail.com hey.com qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net libero.it virgilio.it tiscali.it orange.fr wanadoo.fr laposte.net free.fr sfr.fr wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz bol.com.br uol.com.br terra.com.br comcast.net verizon.net att.net sbcglobal.net btinternet.com rediffmail.com mailinator.com'.split(
    ' ',
  ),
)
const domainFamilies = /^(?:hotmail|live|outlook|yahoo|gmx|yandex|aol)\.(?:com?\.)?[a-z]{2,3}$/

/** `domain` is a registered domain. */
export const isFreeMail = (domain: string): boolean => domains.has(domain) || domainFamilies.test(domain)
