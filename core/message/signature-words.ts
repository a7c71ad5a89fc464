// Lists closing phrases, device footers and legal notices that end emails, in many languages, lower-cased.

/** A closing line, alone or before a comma. */
export const closings = words(
  'regards|best regards|kind regards|warm regards|warmest regards|with kind regards|many thanks and regards|best|best wishes|all the best|sincerely|sincerely yours|yours sincerely|yours faithfully|yours truly|cheers|thanks|many thanks|thank you|thanks and regards|with thanks|love|talk soon|respectfully|' +
    'mit freundlichen grüßen|mit freundlichem gruß|freundliche grüße|viele grüße|beste grüße|liebe grüße|herzliche grüße|schöne grüße|mit besten grüßen|mit freundlichen grüssen|freundliche grüsse|viele grüsse|liebe grüsse|herzliche grüsse|gruß|grüße|lg|vg|mfg|hochachtungsvoll|' +
    'saludos|un saludo|saludos cordiales|un cordial saludo|cordialmente|atentamente|muy atentamente|un abrazo|abrazos|besos|gracias|muchas gracias|' +
    'cordialement|bien cordialement|très cordialement|bien à vous|sincères salutations|salutations distinguées|amicalement|bises|bonne journée|merci|' +
    'cordiali saluti|distinti saluti|saluti|un saluto|cari saluti|un abbraccio|grazie|' +
    'atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|abraço|um abraço|abraços|obrigado|obrigada|att|' +
    'saygılarımla|saygılarımızla|iyi çalışmalar|iyi günler|sevgiler|selamlar|teşekkürler|teşekkür ederim|' +
    'salam|salam hormat|hormat kami|hormat saya|terima kasih|' +
    'met vriendelijke groet|met vriendelijke groeten|vriendelijke groeten|vriendelijke groet|groeten|groetjes|mvg|bedankt|' +
    'z poważaniem|pozdrawiam|pozdrowienia|serdecznie pozdrawiam|dziękuję|' +
    'с уважением|с наилучшими пожеланиями|всего доброго|спасибо|з повагою|' +
    'med vänliga hälsningar|vänliga hälsningar|hälsningar|mvh|med venlig hilsen|venlig hilsen|med vennlig hilsen|hilsen|ystävällisin terveisin|terveisin|' +
    'مع التحية|مع أطيب التحيات|تحياتي|مع خالص التحية|وتفضلوا بقبول فائق الاحترام|شكرا|شكراً|' +
    'בברכה|בכבוד רב|תודה|כל טוב|' +
    'よろしくお願いいたします|よろしくお願いします|宜しくお願いいたします|宜しくお願い致します|敬具|以上|' +
    '此致|敬礼|祝好|顺祝商祺|谢谢|謝謝|此致敬禮|감사합니다|드림|' +
    'धन्यवाद|सादर|भवदीय|आपका',
)

/** A "Sent from my phone" line contains a word from each of these two lists. */
export const sentFromWords = words(
  'sent from|sent via|sent with|sent by|get outlook|gesendet|geschickt|enviado|enviada|envoyé|inviato|inviata|obtener|holen sie|gönderildi|gönderilmiştir|dikirim|verzonden|verstuurd|wysłane|wysłano|отправлено|надіслано|skickat|sendt|lähetetty|odesláno|στάλθηκε|أُرسلت|أرسلت|مرسل|نُشر|נשלח|送信|发自|發自|寄自|보냄|भेजा गया|trimis|küldve|đã gửi|download outlook|télécharger outlook|scarica outlook|baixar o outlook|ottieni outlook|outlook downloaden',
)
export const devices = words(
  'iphone|ipad|ipod|android|outlook|windows|samsung|galaxy|blackberry|huawei|xiaomi|redmi|oppo|pixel|yahoo|gmail|proton|mobile|mobil|handy|telefon|smartphone|teléfono|móvil|celular|telemóvel|cellulare|mail app|aol|gmx|web.de|mail.ru|tutanota|spark|airmail|apple|الهاتف|携帯|スマートフォン|手机|手機|휴대폰|mac|telepon|ponsel',
)

/** Headings of legal notices, at the beginning of a paragraph. */
export const noticeHeadings = words(
  'legal notice|disclaimer|confidentiality notice|confidentiality|confidential notice|important notice|privacy notice|notice of confidentiality|email disclaimer|e-mail disclaimer|haftungsausschluss|vertraulichkeitshinweis|rechtlicher hinweis|hinweis zur vertraulichkeit|aviso legal|aviso de confidencialidad|aviso de privacidad|cláusula de confidencialidad|avis de confidentialité|avis juridique|mentions légales|avviso di riservatezza|avviso legale|nota legale|aviso de confidencialidade|aviso importante|yasal uyarı|gizlilik uyarısı|gizlilik bildirimi|uyarı|sorumluluk reddi|pernyataan kerahasiaan|penafian|sanggahan|vertrouwelijkheidsverklaring|klauzula poufności|zastrzeżenie|уведомление о конфиденциальности|إشعار قانوني|إخلاء مسؤولية|إشعار السرية|תנאי שימוש|הודעת סודיות|注意事項|免責事項|免责声明|免責聲明|保密声明|법적 고지|गोपनीयता सूचना|अस्वीकरण|ansvarsfriskrivning|sekretessmeddelande',
)

/** A legal notice mentions this email … */
export const thisEmail = words(
  'this e-mail|this email|this message|this communication|this transmission|this mail|e-mail and any|email and any|the information contained|the information in this|the contents of this|diese e-mail|diese nachricht|diese mail|dieser e-mail|este mensaje|este correo|esta comunicación|este e-mail|ce message|ce courriel|cet e-mail|cet email|ce mail|questo messaggio|questa e-mail|questa email|esta mensagem|este email|bu e-posta|bu mesaj|bu ileti|bu elektronik posta|email ini|e-mail ini|pesan ini|surel ini|surat elektronik ini|dit bericht|deze e-mail|ta wiadomość|niniejsza wiadomość|это сообщение|данное сообщение|это письмо|данное письмо|هذه الرسالة|هذا البريد|هذا الإيميل|محتويات هذه|הודעה זו|דוא"ל זה|מייל זה|本メール|このメール|この電子メール|本邮件|此邮件|本郵件|此郵件|이 메일|본 메일|이 이메일|본 메시지|यह ईमेल|यह संदेश|इस ईमेल|detta e-postmeddelande|detta meddelande|denne e-mail|denne meddelelse|denne e-posten',
)
/** … and its confidentiality. */
export const secrecy = words(
  'confidential|confidencia|confidenz|intended recipient|intended solely|intended only|privileged|not the addressee|unauthorized|unauthorised|vertraulich|nicht der richtige adressat|nicht der beabsichtigte|unbefugt|ausschließlich für den|confidencial|destinatario|confidentiel|destinataire|riservat|confidenzial|destinatári|gizli|muhatabı|alıcısı değilseniz|rahasia|penerima yang dituju|vertrouwelijk|geadresseerde|poufn|adresat|конфиденциальн|адресат|سرية|سري|المرسل إليه|سرّية|סודי|חסוי|הנמען|機密|秘密|宛先の方|誤って|保密|机密|機密|收件人|기밀|비밀|수신인|गोपनीय|प्राप्तकर्ता|konfidentiell|fortrolig|konfidensiell|viruses|viren|virus',
)

/** Other lines added at the very end. */
export const addedLines = words(
  'registered in england|registered office|handelsregister|amtsgericht|sitz der gesellschaft|siège social|sede legale|please consider the environment|think before you print|before printing this|denken sie an die umwelt|bitte prüfen sie, ob diese|antes de imprimir|avant d’imprimer|pensez à l’environnement|prima di stampare|rispetta l’ambiente|antes de imprimir este|çevreyi düşün|yazdırmadan önce|pikirkan lingkungan|denk aan het milieu|checked for viruses|virus-free|virenfrei|auf viren geprüft|libre de virus|sin virus|sans virus|privo di virus|livre de vírus|scanned by|www.avast.com|www.avg.com',
)

/** Footers of mailing lists. */
export const listFooters = words(
  'mailing list|mailinglist|mailman/listinfo|google groups|google group|unsubscribe from this group|mailingliste|lista de correo|liste de diffusion|lista di distribuzione|lista de discussão|posta listesi|e-posta listesi|milis|mailinglijst|lista dyskusyjna|список рассылки|list archives|listserv|to unsubscribe|listinfo',
)

function words(list: string): string[] {
  return list.split('|').filter(word => word !== '')
}
