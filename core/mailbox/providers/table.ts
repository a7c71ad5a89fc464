// The table of mail providers: their servers, and how users sign in.

/**
 * One line per provider: id | name | can be connected | domains | MX host suffixes | IMAP host:port:security | user name |
 * ways to sign in | when an app password is needed | IMAP must be enabled first | where app passwords are created. `*` in a domain
 * stands for one or two labels.
 */
export const providerTable = `
gmail | Gmail | yes | gmail.com googlemail.com | gmail-smtp-in.l.google.com | imap.gmail.com:993:tls | address | oauth2 app_password | always | - | https://myaccount.google.com/apppasswords
google-workspace | Google Workspace | yes | - | aspmx.l.google.com google.com googlemail.com | imap.gmail.com:993:tls | address | oauth2 app_password | always | - | https://myaccount.google.com/apppasswords
outlook-com | Outlook.com / Hotmail / Live / MSN | yes | outlook.com hotmail.com live.com msn.com windowslive.com outlook.at outlook.be outlook.cl outlook.cz outlook.de outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk outlook.co.id outlook.co.il outlook.co.th outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.com.vn hotmail.be hotmail.ca hotmail.cl hotmail.cz hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu hotmail.it hotmail.lt hotmail.lv hotmail.my hotmail.nl hotmail.no hotmail.ph hotmail.rs hotmail.se hotmail.sg hotmail.sk hotmail.co.id hotmail.co.il hotmail.co.in hotmail.co.jp hotmail.co.kr hotmail.co.th hotmail.co.uk hotmail.co.za hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.hk hotmail.com.tr hotmail.com.tw hotmail.com.vn live.at live.be live.ca live.cl live.cn live.de live.dk live.fi live.fr live.hk live.ie live.in live.it live.jp live.nl live.no live.ru live.se live.co.jp live.co.kr live.co.uk live.co.za live.com.ar live.com.au live.com.mx live.com.my live.com.ph live.com.pt live.com.sg livemail.tw outlook.* hotmail.* live.* | olc.protection.outlook.com | outlook.office365.com:993:tls | address | oauth2 | never | on | -
microsoft-365 | Microsoft 365 / Exchange Online | yes | onmicrosoft.com *.onmicrosoft.com | mail.protection.outlook.com mx.microsoft mail.protection.office365.us mail.protection.partner.outlook.cn | outlook.office365.com:993:tls | address | oauth2 | never | - | -
yahoo | Yahoo Mail | yes | yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.ca yahoo.de yahoo.it yahoo.fr yahoo.es yahoo.se yahoo.co.in yahoo.co.uk yahoo.co.nz yahoo.com.au yahoo.com.ar yahoo.com.br yahoo.com.mx yahoo.* | am0.yahoodns.net yahoodns.net | imap.mail.yahoo.com:993:tls | address | app_password oauth2 | always | - | https://login.yahoo.com/account/security
aol | AOL Mail | yes | aol.com aim.com netscape.net netscape.com compuserve.com cs.com wmconnect.com aol.de aol.it aol.fr aol.es aol.se aol.co.uk aol.co.nz aol.com.au aol.com.ar aol.com.br aol.com.mx aol.* | gm0.yahoodns.net | imap.aol.com:993:tls | address | app_password oauth2 | always | - | https://login.aol.com/account/security
icloud | Apple iCloud Mail | yes | icloud.com me.com mac.com | mail.icloud.com icloud.com | imap.mail.me.com:993:tls | localpart | app_password | always | - | https://account.apple.com/account/manage
fastmail | Fastmail | yes | fastmail.com fastmail.fm sent.com messagingengine.com | messagingengine.com | imap.fastmail.com:993:tls | address | app_password oauth2 | always | - | https://app.fastmail.com/settings/security/apps
pobox | Pobox | yes | pobox.com | pobox.com | mail.pobox.com:993:tls | address | password | never | - | -
zoho-com | Zoho Mail | yes | zoho.com zohomail.com | zoho.com | imap.zoho.com:993:tls | address | password app_password | with_2fa | on | https://accounts.zoho.com/home#security/app_password
zoho-eu | Zoho Mail | yes | zoho.eu zohomail.eu | zoho.eu | imap.zoho.eu:993:tls | address | password app_password | with_2fa | on | https://accounts.zoho.eu/home#security/app_password
zoho-in | Zoho Mail | yes | zoho.in zohomail.in | zoho.in | imap.zoho.in:993:tls | address | password app_password | with_2fa | on | https://accounts.zoho.in/home#security/app_password
zoho-au | Zoho Mail | yes | zoho.com.au zohomail.com.au | zoho.com.au | imap.zoho.com.au:993:tls | address | password app_password | with_2fa | on | https://accounts.zoho.com.au/home#security/app_password
zoho-jp | Zoho Mail | yes | zoho.jp zohomail.jp | zoho.jp | imap.zoho.jp:993:tls | address | password app_password | with_2fa | on | https://accounts.zoho.jp/home#security/app_password
zoho-ca | Zoho Mail | yes | zohocloud.ca zohomailcloud.ca | zohocloud.ca | imap.zohocloud.ca:993:tls | address | password app_password | with_2fa | on | https://accounts.zohocloud.ca/home#security/app_password
proton | Proton Mail | no | proton.me protonmail.com protonmail.ch pm.me | protonmail.ch | - | address | - | never | - | -
tuta | Tuta | no | tuta.com tutanota.com tutanota.de tutamail.com tuta.io keemail.me | tutanota.de | - | address | - | never | - | -
hey | HEY | no | hey.com | - | - | address | - | never | - | -
hushmail | Hushmail | yes | hushmail.com hush.com | - | imap.hushmail.com:993:tls | address | password | with_2fa | - | -
gmx-de | GMX | yes | gmx.net gmx.de gmx.at gmx.ch gmx.eu gmx.biz gmx.org gmx.info mein.gmx mail.gmx email.gmx | gmx.net | imap.gmx.net:993:tls | address | password app_password | with_2fa | on | https://hilfe.gmx.net/sicherheit/2fa/anwendungsspezifisches-passwort.html
gmx-com | GMX | yes | gmx.com gmx.us gmx.co.uk gmx.fr gmx.es gmx.tm gmx.ca gmx.cn gmx.co.in gmx.com.br gmx.com.my gmx.hk gmx.ie gmx.ph gmx.pt gmx.ru gmx.se gmx.sg gmx.tw gmx.com.tr gmx.it gmx.li gmx.* | gmx.net gmx.com | imap.gmx.com:993:tls | address | password app_password | with_2fa | on | https://support.gmx.com/security/2fa/application-specific-passwords.html
web-de | WEB.DE | yes | web.de | web.de | imap.web.de:993:tls | localpart | password app_password | with_2fa | on | https://web.de/email/sicherheit/zwei-faktor-authentifizierung/
mail-com | mail.com | yes | mail.com mail.org email.com post.com usa.com accountant.com consultant.com dr.com engineer.com cheerful.com techie.com linuxmail.org europe.com london.com uymail.com myself.com iname.com writeme.com 2die4.com activist.com adexec.com africamail.com aircraftmail.com alabama.usa.com alaska.usa.com allergist.com alumni.com alumnidirector.com americamail.com amorous.com angelic.com archaeologist.com arizona.usa.com artlover.com asia-mail.com atheist.com australiamail.com bartender.net berlin.com bigger.com bikerider.com birdlover.com blader.com boardermail.com brazilmail.com brew-master.com california.usa.com californiamail.com caress.com catlover.com chef.net chemist.com chinamail.com clerk.com cliffhanger.com collector.org columnist.com comic.com computer4u.com contractor.net coolsite.net counsellor.com count.com couple.com cutey.com cyberdude.com cybergal.com cyber-wizard.com dallasmail.com dbzmail.com deliveryman.com diplomats.com disciples.com doctor.com doglover.com doramail.com dublin.com earthling.net elvisfan.com englandmail.com europemail.com execs.com fan.com feelings.com financier.com fireman.net florida.usa.com footballer.com gardener.com geologist.com germanymail.com graduate.org graphic-designer.com hackermail.com hairdresser.net hilarious.com hockeymail.com homemail.com hot-shot.com hour.com humanoid.net illinois.usa.com innocent.com inorbit.com instruction.com instructor.net insurer.com irelandmail.com italymail.com japan.com journalist.com keromail.com kittymail.com koreamail.com lawyer.com legislator.com loveable.com lovecat.com mad.scientist.com madonnafan.com madrid.com marchmail.com mexicomail.com mindless.com minister.com mobsters.com monarchy.com moscowmail.com munich.com musician.org muslim.com newyork.usa.com null.net nycmail.com oath.com optician.com pacificwest.com petlover.com photographer.net playful.com poetic.com politician.com popstar.com presidency.com priest.com programmer.net publicist.com realtyagent.com reborn.com reggaefan.com religious.com repairman.com representative.com rescueteam.com revenue.com rocketship.com rockfan.com rome.com royal.net saintly.com salesperson.net sanfranmail.com scientist.com scotlandmail.com secretary.net seductive.com singapore.com snakebite.com songwriter.net soon.com spainmail.com teachers.org technologist.com texas.usa.com thegame.com therapist.net toke.com tokyo.com toothfairy.com tvstar.com umpire.com wallet.com webname.com weirdness.com who.net whoever.com winning.com witty.com worker.com workmail.com yours.com | mail.com | imap.mail.com:993:tls | address | password app_password | with_2fa | on | https://support.mail.com/
ionos | IONOS / 1&1 | yes | online.de onlinehome.de sofortstart.de sofort-start.de sofortsurf.de sofort-surf.de go4more.de kundenserver.de schlund.de | kundenserver.de ionos.de ionos.com 1and1.com 1and1.co.uk ionos.co.uk ionos.fr ionos.es ionos.it | imap.ionos.de:993:tls | address | password app_password | with_2fa | - | https://www.ionos.com/help/email/using-webmail/email-activate-and-configure-two-step-verification
t-online | Telekom / T-Online / Magenta | yes | t-online.de magenta.de | t-online.de | secureimap.t-online.de:993:tls | address | app_password | always | - | https://www.telekom.de/hilfe/apps-dienste/e-mail/programme/passwort-verwalten
freenet | freenet Mail | yes | freenet.de fn.de freenetmail.de justmail.de | freenet.de | mx.freenet.de:993:tls | address | password | never | on | -
vodafone-de | Vodafone Germany / Arcor / Kabelmail | yes | vodafonemail.de vodafone.de arcor.de kabelmail.de | - | imap.vodafonemail.de:993:tls | address | app_password password | with_2fa | - | https://www.vodafone.de/hilfe/vodafone-e-mail-cloud.html
strato | STRATO | yes | strato.de rzone.de | rzone.de | imap.strato.de:993:tls | address | password | never | - | -
posteo | Posteo | yes | posteo.de posteo.net posteo.org posteo.eu posteo.at posteo.be posteo.ca posteo.ch posteo.cl posteo.co posteo.co.uk posteo.com posteo.com.br posteo.cr posteo.cz posteo.dk posteo.ee posteo.es posteo.fi posteo.gl posteo.gr posteo.hn posteo.hr posteo.hu posteo.ie posteo.in posteo.is posteo.it posteo.jp posteo.la posteo.li posteo.lt posteo.lu posteo.me posteo.mx posteo.my posteo.nl posteo.no posteo.nz posteo.pe posteo.pl posteo.pm posteo.pt posteo.ro posteo.se posteo.sg posteo.si posteo.tn posteo.uk posteo.us posteo.* | posteo.de | posteo.de:993:tls | address | password | never | - | -
mailbox-org | mailbox.org | yes | mailbox.org secure.mailbox.org | mailbox.org | imap.mailbox.org:993:tls | address | password app_password | with_2fa | - | https://kb.mailbox.org/en/private/security-privacy-article/email-app-passwords
mail-de | mail.de | yes | mail.de | mail.de | imap.mail.de:993:tls | address | password | never | - | -
hetzner | Hetzner webhosting | yes | your-server.de | your-server.de | mail.your-server.de:993:tls | address | password | never | - | -
domainfactory | domainFACTORY | yes | ispgateway.de | ispgateway.de | sslin.df.eu:993:tls | address | password | never | - | -
a1-at | A1 | yes | a1.net aon.at | - | securemail.a1.net:993:tls | address | password | never | - | -
bluewin | Swisscom / Bluewin | yes | bluewin.ch bluemail.ch | bluewin.ch | imaps.bluewin.ch:993:tls | address | app_password password | with_2fa | - | https://emailsetup.swisscom.ch/guide/
infomaniak | Infomaniak | yes | ik.me ikmail.com etik.com | infomaniak.ch | mail.infomaniak.com:993:tls | address | app_password | always | - | https://www.infomaniak.com/en/support/faq/1321
runbox | Runbox | yes | runbox.com runbox.* | runbox.com | mail.runbox.com:993:tls | address | password app_password | with_2fa | - | -
migadu | Migadu | yes | migadu.com | migadu.com | imap.migadu.com:993:tls | address | password | never | - | -
mailfence | Mailfence | yes | mailfence.com | - | imap.mailfence.com:993:tls | localpart | password app_password | with_2fa | - | https://kb.mailfence.com/kb/service-specific-passwords/
startmail | StartMail | yes | startmail.com | - | imap.startmail.com:993:tls | address | app_password | always | - | https://support.startmail.com/hc/en-us/articles/360006596718-Server-addresses
orange-fr | Orange / Wanadoo | yes | orange.fr wanadoo.fr | orange.fr | imap.orange.fr:993:tls | address | password | never | - | -
free-fr | Free | yes | free.fr libertysurf.fr | free.fr | imap.free.fr:993:tls | localpart | password | never | - | -
sfr | SFR / Neuf / Club-Internet | yes | sfr.fr neuf.fr cegetel.net 9online.fr club-internet.fr | sfr.fr | imap.sfr.fr:993:tls | address | password | never | - | -
laposte | La Poste | yes | laposte.net | laposte.net | imap.laposte.net:993:tls | localpart | password | never | - | -
bouygues | Bouygues Bbox | yes | bbox.fr | - | imap.bbox.fr:993:tls | address | password | never | - | -
ovh | OVHcloud | yes | ovh.net | mail.ovh.net ovh.net | ssl0.ovh.net:993:tls | address | password | never | - | -
gandi | Gandi Mail | yes | gandi.net | mail.gandi.net | mail.gandi.net:993:tls | address | password | never | - | -
proximus | Proximus / Skynet | yes | skynet.be proximus.be belgacom.net kidcity.be | - | imap.proximus.be:993:tls | address | password | never | - | -
telenet | Telenet | yes | telenet.be | - | imap.telenet.be:993:tls | address | password | never | - | -
kpn | KPN | yes | kpnmail.nl kpnplanet.nl planet.nl wxs.nl hetnet.nl freeler.nl snelnet.net on.nl onsbrabantnet.nl onsmail.nl onsnet.nu onsneteindhoven.nl onsnetnuenen.nl xs4all.nl telfort.nl tip.nl tiscali.nl tiscalimail.nl | - | imap.kpnmail.nl:993:tls | address | password | never | - | -
ziggo | Ziggo | yes | hahah.nl ziggomail.com casema.nl zinders.nl ziggo.nl zeggis.nl zeggis.com razcall.nl razcall.com upcmail.nl chello.nl multiweb.nl home.nl quicknet.nl | - | imap.ziggo.nl:993:tls | address | password | never | - | -
sapo | SAPO / MEO | yes | sapo.pt sapo.cv sapo.ao sapo.mz sapo.tl meo.pt | - | imap.sapo.pt:993:tls | address | password | never | - | -
libero | Libero / iol / inwind / blu / giallo | yes | libero.it iol.it blu.it inwind.it giallo.it | libero.it | imapmail.libero.it:993:tls | address | password | never | - | -
virgilio | Virgilio | yes | virgilio.it | virgilio.it | in.virgilio.it:993:tls | address | password | never | - | -
tim-alice | TIM / Alice | yes | alice.it tim.it tin.it | - | in.alice.it:143:starttls | address | app_password password | with_2fa | - | https://www.tim.it/assistenza/assistenza-tecnica/mail/configurazione/protocolli-posta
tiscali-it | Tiscali | yes | tiscali.it | - | imap.tiscali.it:993:tls | address | password | never | - | -
fastweb | Fastweb | yes | fastwebnet.it | - | imap.fastwebnet.it:993:tls | address | password | never | - | -
aruba | Aruba | yes | aruba.it | aruba.it | imaps.aruba.it:993:tls | address | password | never | - | -
aruba-pec | Aruba PEC | yes | pec.it arubapec.it mypec.eu gigapec.it ingpec.eu | - | imaps.pec.aruba.it:993:tls | address | password | never | - | -
seznam | Seznam / Email.cz | yes | seznam.cz email.cz post.cz spoluzaci.cz | seznam.cz | imap.seznam.cz:993:tls | address | password app_password | with_2fa | - | -
wp-pl | WP Poczta | yes | wp.pl | - | imap.wp.pl:993:tls | localpart | app_password password | with_2fa | - | https://pomoc.wp.pl/jak-skonfigurowac-program-pocztowy
o2-pl | o2 Poczta | yes | o2.pl go2.pl tlen.pl prokonto.pl | - | poczta.o2.pl:993:tls | localpart | password | never | - | -
onet | Onet Poczta | yes | onet.pl op.pl vp.pl onet.eu poczta.onet.pl poczta.onet.eu autograf.pl buziaczek.pl amorki.pl republika.pl adres.pl cyberia.pl onet.com.pl opoczta.pl pseudonim.pl spoko.pl vip.onet.pl | - | imap.poczta.onet.pl:993:tls | address | password | never | - | -
interia | Interia | yes | interia.pl interia.eu poczta.fm interia.com intmail.pl | - | poczta.interia.pl:993:tls | address | password | never | on | -
mail-ru | Mail.ru | yes | mail.ru inbox.ru list.ru bk.ru internet.ru vk.com xmail.ru corp.mail.ru | mail.ru | imap.mail.ru:993:tls | address | app_password oauth2 | always | - | https://account.mail.ru/user/2-step-auth/passwords/
yandex | Yandex Mail | yes | yandex.ru yandex.com ya.ru yandex.kz yandex.by narod.ru yandex.com.tr yandex.net yandex.ua | yandex.net yandex.ru | imap.yandex.com:993:tls | address | app_password oauth2 | always | on | https://id.yandex.com/security/app-passwords
rambler | Rambler | yes | rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru rambler.ua | rambler.ru | imap.rambler.ru:993:tls | address | password | never | on | -
ukr-net | UKR.NET | yes | ukr.net | ukr.net | imap.ukr.net:993:tls | address | app_password | always | on | https://mail.ukr.net/
inbox-lv | Inbox.lv / Mail.ee | yes | mail.ee inbox.lv inbox.eu inbox.lt inbox.la | - | mail.%EMAILDOMAIN%:993:tls | address | password | never | on | -
qq | QQ Mail / Foxmail | yes | qq.com vip.qq.com foxmail.com | mx1.qq.com mx2.qq.com mx3.qq.com | imap.qq.com:993:tls | address | app_password | always | on | https://wx.mail.qq.com/
qq-exmail | Tencent Exmail / WeCom Mail | yes | exmail.qq.com | mxbiz1.qq.com mxbiz2.qq.com | imap.exmail.qq.com:993:tls | address | password app_password | with_2fa | - | -
netease-163 | NetEase 163.com | yes | 163.com vip.163.com | netease.com | imap.163.com:993:tls | address | app_password | always | on | https://mail.163.com/
netease-126 | NetEase 126.com | yes | 126.com vip.126.com | netease.com | imap.126.com:993:tls | address | app_password | always | on | https://mail.163.com/
netease-yeah-net | NetEase yeah.net | yes | yeah.net | netease.com | imap.yeah.net:993:tls | address | app_password | always | on | https://mail.163.com/
aliyun | Alibaba Mail | yes | aliyun.com | mxhichina.com qiye.aliyun.com sg.aliyun.com | imap.aliyun.com:993:tls | address | password | never | - | -
naver | Naver Mail | yes | naver.com | naver.com | imap.naver.com:993:tls | address | app_password | always | on | https://nid.naver.com/user2/help/2StepVerif?m=viewManageSettings
daum | Daum / Hanmail | yes | daum.net hanmail.net | hanmail.net daum.net | imap.daum.net:993:tls | address | password app_password | with_2fa | on | https://cs.daum.net/faq/43/9234.html
kakao | Kakao Mail | yes | kakao.com | - | imap.kakao.com:993:tls | address | app_password | always | on | -
yahoo-jp | Yahoo! JAPAN Mail | yes | yahoo.co.jp ymail.ne.jp | yahoo.co.jp | imap.mail.yahoo.co.jp:993:tls | localpart | password | never | on | -
uol | UOL Mail | yes | uol.com.br | uol.com.br | imap.uol.com.br:993:tls | localpart | password | never | on | -
bol | BOL | yes | bol.com.br | - | imap.bol.com.br:993:tls | localpart | password | never | - | -
terra | Terra Mail | yes | terra.com.br | - | imap.terra.com.br:993:tls | address | password | never | - | -
comcast | Comcast / Xfinity | yes | comcast.net | comcast.net | imap.comcast.net:993:tls | address | password | never | on | -
att | AT&T | yes | att.net sbcglobal.net bellsouth.net ameritech.net currently.com flash.net nvbell.net pacbell.net prodigy.net snet.net swbell.net wans.net | prodigy.net | imap.mail.att.net:993:tls | address | app_password oauth2 | always | - | https://www.att.com/support/article/email-support/KM1240308
verizon | Verizon.net | yes | verizon.net | gm0.yahoodns.net | imap.aol.com:993:tls | address | app_password oauth2 | always | - | https://login.aol.com/account/security
cox | Cox | yes | cox.net | - | imap.mail.yahoo.com:993:tls | address | app_password oauth2 | always | - | https://login.yahoo.com/account/security
spectrum | Spectrum / Charter | yes | charter.net spectrum.net bresnan.net | - | mobile.charter.net:993:tls | address | password app_password | with_2fa | - | -
roadrunner | Spectrum / Road Runner / TWC | yes | roadrunner.com twc.com rr.com *.rr.com | - | mail.twc.com:993:tls | address | password | never | - | -
optimum | Optimum / Altice USA | yes | optimum.net optonline.net suddenlink.net | - | mail.optimum.net:993:tls | address | password | never | - | -
centurylink | CenturyLink / Q.com / Embarq | yes | q.com centurylink.net embarqmail.com elpasotel.net | - | mail.centurylink.net:993:tls | address | password | never | - | -
earthlink | EarthLink / MindSpring | yes | earthlink.net mindspring.com ix.netcom.com | - | imap.earthlink.net:993:tls | address | password | never | - | -
bell | Bell / Sympatico | yes | bell.net sympatico.ca | - | imap.bell.net:993:tls | address | password | never | - | -
rogers | Rogers | yes | rogers.com nl.rogers.com | am0.yahoodns.net | imap.broadband.rogers.com:993:tls | address | app_password | always | - | https://www.rogers.com/support/internet/updating-your-rogers-yahoo-email-settings
shaw | Shaw | yes | shaw.ca | - | imap.shaw.ca:993:tls | address | password | never | - | -
telus | TELUS | yes | telus.net | - | imap.telus.net:993:tls | address | password | never | - | -
bt | BT Mail | yes | btinternet.com btopenworld.com talk21.com | - | mail.btinternet.com:993:tls | address | password | never | - | -
sky | Sky | yes | sky.com | - | imap.tools.sky.com:993:tls | address | app_password | always | - | https://www.sky.com/sky-yahoo-mail/manage-apps
virgin-media | Virgin Media / ntlworld / blueyonder | yes | virginmedia.com ntlworld.com blueyonder.co.uk virgin.net | - | imap.virginmedia.com:993:tls | address | app_password password | with_2fa | - | https://www.virginmedia.com/help/broadband/manage-email-account
talktalk | TalkTalk | yes | talktalk.net tiscali.co.uk lineone.net onetel.com onetel.net pipex.com screaming.net worldonline.co.uk | - | mail.talktalk.net:993:tls | address | password | never | - | -
plusnet | Plusnet | yes | plus.com *.plus.com | - | imap.plus.net:993:tls | address | password | never | - | -
telstra | Telstra / BigPond | yes | bigpond.com bigpond.net.au telstra.com bigpond.net | - | imap.telstra.com:993:tls | address | password | never | - | -
optus | Optus | yes | optusnet.com.au | - | mail.optusnet.com.au:993:tls | address | password | never | - | -
tpg-au | TPG / iiNet | yes | tpg.com.au | - | mail.tpg.com.au:993:tls | address | password | never | - | -
xtra-nz | Spark Xtra | yes | xtra.co.nz | - | imap.xtra.co.nz:993:tls | address | password | never | - | -
rediffmail | Rediffmail | no | rediffmail.com rediff.com | - | - | address | password | never | - | -
godaddy-workspace | GoDaddy Workspace Email | yes | secureserver.net | secureserver.net | imap.secureserver.net:993:tls | address | password | never | - | -
hostinger | Hostinger Email | yes | - | hostinger.com | imap.hostinger.com:993:tls | address | password | never | - | -
titan | Titan | yes | - | titan.email | imap.titan.email:993:tls | address | password app_password | with_2fa | - | -
namecheap | Namecheap Private Email | yes | - | privateemail.com | mail.privateemail.com:993:tls | address | password | never | - | -
rackspace | Rackspace Email | yes | emailsrvr.com | emailsrvr.com | secure.emailsrvr.com:993:tls | address | password | never | - | -
dreamhost | DreamHost | yes | - | dreamhost.com | imap.dreamhost.com:993:tls | address | password | never | - | -
one-com | one.com | yes | one.com | one.com | imap.one.com:993:tls | address | password | never | - | -
loopia | Loopia | yes | - | loopia.se | mailcluster.loopia.se:993:tls | address | password | never | - | -
zone-ee | Zone | yes | - | zone.eu zonemx.eu | mail.zone.ee:993:tls | address | password | never | - | -
lark | Lark Mail | yes | - | larksuite.com | imap.larksuite.com:993:tls | address | app_password | always | - | -
feishu | Feishu Mail | yes | - | feishu.cn | imap.feishu.cn:993:tls | address | app_password | always | - | -
purelymail | Purelymail | yes | purelymail.com cheapermail.com placeq.com rethinkmail.com worldofmail.com | purelymail.com | imap.purelymail.com:993:tls | address | password app_password | with_2fa | - | -
forward-email | Forward Email | yes | - | forwardemail.net | imap.forwardemail.net:993:tls | address | password | never | - | -
disroot | Disroot | yes | disroot.org | disroot.org | disroot.org:993:tls | localpart | password | never | - | -
riseup | Riseup | yes | riseup.net | riseup.net | mail.riseup.net:993:tls | address | password | never | - | -
vivaldi | Vivaldi Mail | yes | vivaldi.net | - | imap.vivaldi.net:143:starttls | address | password | never | - | -
`
