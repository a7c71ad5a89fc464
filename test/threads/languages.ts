// The words with which mail programs introduce quotations, for threads made at random.

export interface Author {
  name: string
  address: string
}

export interface Wording {
  /** `On …, … wrote:` as Gmail, Apple and Yahoo write it. */
  introduction(author: Author, sent: Date): string
  /** From, Sent, To, Subject, as Outlook copies them. */
  labels: readonly [from: string, sent: string, to: string, subject: string]
  locale: string
  device: string
}

const day = (locale: string, sent: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' }).format(sent)
const clock = (locale: string, sent: Date): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' }).format(sent)

type Write = (day: string, clock: string, person: string) => string

const wording = (locale: string, labels: string, device: string, write: Write): Wording => {
  const [from = '', sent = '', to = '', subject = ''] = labels.split('|')
  return {
    locale,
    labels: [from, sent, to, subject],
    device,
    introduction: ({ name, address }, at) => write(day(locale, at), clock(locale, at), `${name} <${address}>`),
  }
}

export const wordings: readonly Wording[] = [
  wording('en-US', 'From|Sent|To|Subject', 'Sent from my iPhone', (d, c, p) => `On ${d} at ${c} ${p} wrote:`),
  wording('en-GB', 'From|Date|To|Subject', 'Get Outlook for Android', (d, c, p) => `On ${d}, at ${c}, ${p} wrote:`),
  wording('es', 'De|Enviado|Para|Asunto', 'Enviado desde mi iPhone', (d, c, p) => `El ${d} a las ${c}, ${p} escribió:`),
  wording('ar', 'من|تاريخ الإرسال|إلى|الموضوع', 'أُرسلت من الـ iPhone', (d, c, p) => `في ${d} في ${c} تمت كتابة ما يلي بواسطة ${p}:`),
  wording('de', 'Von|Gesendet|An|Betreff', 'Von meinem iPhone gesendet', (d, c, p) => `Am ${d} um ${c} Uhr schrieb ${p}:`),
  wording('fr', 'De|Envoyé|À|Objet', 'Envoyé de mon iPhone', (d, c, p) => `Le ${d} à ${c}, ${p} a écrit :`),
  wording('it', 'Da|Inviato|A|Oggetto', 'Inviato da iPhone', (d, c, p) => `Il giorno ${d} alle ore ${c} ${p} ha scritto:`),
  wording('pt', 'De|Enviado|Para|Assunto', 'Enviado do meu iPhone', (d, c, p) => `Em ${d} às ${c}, ${p} escreveu:`),
  wording('nl', 'Van|Verzonden|Aan|Onderwerp', 'Verstuurd vanaf mijn iPhone', (d, c, p) => `Op ${d} om ${c} schreef ${p}:`),
  wording('pl', 'Od|Wysłano|Do|Temat', 'Wysłane z iPhone’a', (d, c, p) => `${d} o ${c} ${p} napisał(a):`),
  wording('ru', 'От|Отправлено|Кому|Тема', 'Отправлено с iPhone', (d, c, p) => `${d} в ${c}, ${p}:`),
  wording('tr', 'Gönderen|Gönderildi|Kime|Konu', 'iPhone’umdan gönderildi', (d, c, p) => `${p}, ${d}, ${c} tarihinde şunu yazdı:`),
  wording('ja', '差出人|送信日時|宛先|件名', 'iPhoneから送信', (d, c, p) => `${d} ${c} ${p}:`),
  wording('zh', '发件人|发送时间|收件人|主题', '发自我的iPhone', (d, c, p) => `${p} 于${d} ${c}写道：`),
  wording('ko', '보낸 사람|보낸 날짜|받는 사람|제목', '나의 iPhone에서 보냄', (d, c, p) => `${d} ${c}, ${p}님이 작성:`),
  wording('sv', 'Från|Skickat|Till|Ämne', 'Skickat från min iPhone', (d, c, p) => `Den ${d} ${c} skrev ${p}:`),
  wording('da', 'Fra|Sendt|Til|Emne', 'Sendt fra min iPhone', (d, c, p) => `Den ${d} kl. ${c} skrev ${p}:`),
  wording('fi', 'Lähettäjä|Lähetetty|Vastaanottaja|Aihe', 'Lähetetty iPhonesta', (d, c, p) => `${p} kirjoitti ${d} kello ${c}:`),
  wording('cs', 'Od|Odesláno|Komu|Předmět', 'Odesláno z iPhonu', (d, c, p) => `${d} v ${c}, ${p} napsal:`),
  wording('hu', 'Feladó|Elküldve|Címzett|Tárgy', 'Küldve az iPhone-omról', (d, c, p) => `${p} ezt írta (időpont: ${d}, ${c}):`),
  wording('he', 'מאת|נשלח|אל|נושא', 'נשלח מה-iPhone שלי', (d, c, p) => `בתאריך ${d} ב-${c} מאת ${p}:`),
  wording('id', 'Dari|Dikirim|Kepada|Perihal', 'Dikirim dari iPhone saya', (d, c, p) => `Pada ${d} pukul ${c} ${p} menulis:`),
  wording('uk', 'Від|Надіслано|Кому|Тема', 'Надіслано з iPhone', (d, c, p) => `${d} о ${c} ${p} пише:`),
  wording('vi', 'Từ|Đã gửi|Đến|Chủ đề', 'Đã gửi từ iPhone của tôi', (d, c, p) => `Vào ${d} lúc ${c} ${p} đã viết:`),
]
