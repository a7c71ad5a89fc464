// Lists the SMTP servers of known providers: id, then host:port:security.
import { fillPlaceholders } from '../autoconfig.ts'
import type { MailProvider } from './providers.ts'

export interface SmtpServer {
  host: string
  port: number
  security: 'tls' | 'starttls'
}

const outgoingTable = `
gmail smtp.gmail.com:465:tls
google-workspace smtp.gmail.com:465:tls
outlook-com smtp-mail.outlook.com:587:starttls
microsoft-365 smtp.office365.com:587:starttls
yahoo smtp.mail.yahoo.com:465:tls
aol smtp.aol.com:465:tls
icloud smtp.mail.me.com:587:starttls
fastmail smtp.fastmail.com:465:tls
pobox smtp.pobox.com:465:tls
zoho-com smtp.zoho.com:465:tls
zoho-eu smtp.zoho.eu:465:tls
zoho-in smtp.zoho.in:465:tls
zoho-au smtp.zoho.com.au:465:tls
zoho-jp smtp.zoho.jp:465:tls
zoho-ca smtp.zohocloud.ca:465:tls
hushmail smtp.hushmail.com:465:tls
gmx-de mail.gmx.net:465:tls
gmx-com mail.gmx.com:465:tls
web-de smtp.web.de:465:tls
mail-com smtp.mail.com:465:tls
ionos smtp.ionos.de:465:tls
t-online securesmtp.t-online.de:465:tls
freenet mx.freenet.de:465:tls
vodafone-de smtp.vodafonemail.de:465:tls
strato smtp.strato.de:465:tls
posteo posteo.de:465:tls
mailbox-org smtp.mailbox.org:465:tls
mail-de smtp.mail.de:465:tls
hetzner mail.your-server.de:465:tls
domainfactory sslout.df.eu:465:tls
a1-at securemail.a1.net:587:starttls
bluewin smtpauths.bluewin.ch:465:tls
infomaniak mail.infomaniak.com:465:tls
runbox mail.runbox.com:465:tls
migadu smtp.migadu.com:465:tls
mailfence smtp.mailfence.com:465:tls
startmail smtp.startmail.com:465:tls
orange-fr smtp.orange.fr:465:tls
free-fr smtp.free.fr:465:tls
sfr smtp.sfr.fr:465:tls
laposte smtp.laposte.net:465:tls
bouygues smtp.bbox.fr:465:tls
ovh ssl0.ovh.net:465:tls
gandi mail.gandi.net:465:tls
proximus relay.proximus.be:587:starttls
telenet smtp.telenet.be:587:starttls
kpn smtp.kpnmail.nl:465:tls
ziggo smtp.ziggo.nl:587:starttls
sapo smtp.sapo.pt:465:tls
libero smtp.libero.it:465:tls
virgilio out.virgilio.it:465:tls
tim-alice out.alice.it:587:starttls
tiscali-it smtp.tiscali.it:465:tls
fastweb smtp.fastwebnet.it:587:starttls
aruba smtps.aruba.it:465:tls
aruba-pec smtps.pec.aruba.it:465:tls
seznam smtp.seznam.cz:465:tls
wp-pl smtp.wp.pl:465:tls
o2-pl poczta.o2.pl:465:tls
onet smtp.poczta.onet.pl:465:tls
interia poczta.interia.pl:465:tls
mail-ru smtp.mail.ru:465:tls
yandex smtp.yandex.com:465:tls
rambler smtp.rambler.ru:465:tls
ukr-net smtp.ukr.net:465:tls
inbox-lv mail.{domain}:465:tls
qq smtp.qq.com:465:tls
qq-exmail smtp.exmail.qq.com:465:tls
netease-163 smtp.163.com:465:tls
netease-126 smtp.126.com:465:tls
netease-yeah-net smtp.yeah.net:465:tls
aliyun smtp.aliyun.com:465:tls
naver smtp.naver.com:465:tls
daum smtp.daum.net:465:tls
kakao smtp.kakao.com:465:tls
yahoo-jp smtp.mail.yahoo.co.jp:465:tls
uol smtps.uol.com.br:587:starttls
bol smtps.bol.com.br:465:tls
terra smtp.terra.com.br:587:starttls
comcast smtp.comcast.net:465:tls
att smtp.mail.att.net:465:tls
verizon smtp.aol.com:465:tls
cox smtp.mail.yahoo.com:465:tls
spectrum mobile.charter.net:587:tls
roadrunner mail.twc.com:587:starttls
optimum mail.optimum.net:465:tls
centurylink smtp.centurylink.net:587:starttls
earthlink smtpauth.earthlink.net:587:starttls
bell smtphm.sympatico.ca:587:starttls
rogers smtp.broadband.rogers.com:465:tls
shaw mail.shaw.ca:587:starttls
telus smtp.telus.net:465:tls
bt mail.btinternet.com:465:tls
sky smtp.tools.sky.com:465:tls
virgin-media smtp.virginmedia.com:465:tls
talktalk smtp.talktalk.net:587:starttls
plusnet relay.plus.net:465:tls
telstra smtp.telstra.com:465:tls
optus mail.optusnet.com.au:465:tls
tpg-au mail.tpg.com.au:465:tls
xtra-nz send.xtra.co.nz:465:tls
godaddy-workspace smtpout.secureserver.net:465:tls
hostinger smtp.hostinger.com:465:tls
titan smtp.titan.email:465:tls
namecheap mail.privateemail.com:465:tls
rackspace secure.emailsrvr.com:465:tls
dreamhost smtp.dreamhost.com:465:tls
one-com send.one.com:465:tls
loopia mailcluster.loopia.se:465:tls
zone-ee smtp.zone.ee:465:tls
lark smtp.larksuite.com:465:tls
feishu smtp.feishu.cn:465:tls
purelymail smtp.purelymail.com:465:tls
forward-email smtp.forwardemail.net:465:tls
disroot disroot.org:587:starttls
riseup mail.riseup.net:465:tls
vivaldi smtp.vivaldi.net:587:starttls
`

const servers = new Map(
  outgoingTable
    .trim()
    .split('\n')
    .map(line => {
      const [id = '', server = ''] = line.split(' ')
      const [host = '', port = '', security = ''] = server.split(':')
      return [id, { host, port: Number(port), security: security === 'starttls' ? 'starttls' : 'tls' }] as const
    }),
)

/** The SMTP server for `address`; null if the provider has none for programs. */
export function findSmtpServer(provider: MailProvider, address: string): SmtpServer | null {
  const server = servers.get(provider.id)
  return server ? { ...server, host: fillPlaceholders(server.host, address) } : null
}

/** These providers save sent emails in Sent themselves; saving them again would duplicate them. */
export const savesSentItself = (providerId: string | null): boolean =>
  ['gmail', 'google-workspace', 'outlook-com', 'microsoft-365'].includes(providerId ?? '')

/** True for the SMTP server of a provider in the table. */
export const isOutgoingHost = (host: string): boolean => [...servers.values()].some(server => server.host === host.toLowerCase())
