// Lists the words with which mail programs introduce quoted and forwarded emails, in many languages, lower-cased.

/** Labels of the header lines that Outlook and others copy above a quoted email. */
export const headerLabels = {
  from: words(
    'from|von|de|da|från|fra|van|od|от|від|gönderen|kimden|dari|daripada|من|מאת|差出人|送信者|发件人|發件人|寄件者|보낸 사람|보낸사람|प्रेषक|से|lähettäjä|feladó|de la|από|odesílatel|từ|จาก',
  ),
  date: words(
    'sent|date|message du|gesendet|datum|enviado|enviado el|enviado em|enviada em|fecha|envoyé|envoyé le|inviato|data|skickat|sendt|dato|verzonden|wysłano|отправлено|дата|надіслано|gönderildi|gönderilme tarihi|tarih|dikirim|terkirim|tanggal|تاريخ الإرسال|التاريخ|أرسلت|تم الإرسال|נשלח|תאריך|送信日時|送信済み|日時|日付|发送时间|日期|寄件日期|時間|보낸 날짜|날짜|भेजा गया|दिनांक|तारीख|lähetetty|päivämäärä|elküldve|trimis|στάλθηκε|ημερομηνία|odesláno|đã gửi|ngày|วันที่',
  ),
  to: words(
    'to|an|para|à|a|pour|destinataire|till|til|aan|do|кому|alıcı|kime|kepada|ke|untuk|إلى|אל|宛先|收件人|收件者|받는 사람|받는사람|प्रति|को|vastaanottaja|címzett|către|προς|komu|đến|ถึง',
  ),
  subject: words(
    'subject|sujet|betreff|asunto|objet|oggetto|assunto|ämne|emne|onderwerp|temat|тема|konu|subjek|perihal|judul|الموضوع|נושא|件名|主题|主題|主旨|제목|विषय|aihe|tárgy|subiect|θέμα|předmět|chủ đề|หัวเรื่อง',
  ),
}

/** "… wrote:" in the line that introduces a quotation. */
export const wroteWords = words(
  'wrote|writes|schrieb|geschrieben|escribió|escribio|a écrit|écrit|ha scritto|scritto|escreveu|yazdı|yazmış|menulis|tulis|schreef|geschreven|napisał|napisała|написал|написала|написав|пишет|пише|skrev|kirjoitti|napsal|napsala|írta|έγραψε|a scris|写道|寫道|写|書きました|書いた|のメール|작성|썼습니다|כתב|כתבה|كتب|كتبت|كتابة|लिखा|đã viết|viết|เขียน',
)

/** Markers of a forwarded email: on their own line, between dashes or before a colon. */
export const forwardMarks = words(
  'forwarded message|forwarded mail|begin forwarded|weitergeleitete nachricht|weitergeleitete e-mail|weitergeleiteten nachricht|weitergeleiteten e-mail|mensaje reenviado|correo reenviado|message transféré|message réexpédié|courriel transféré|messaggio inoltrato|mensagem encaminhada|mensagem reencaminhada|doorgestuurd bericht|doorgestuurde bericht|пересылаемое сообщение|пересланное сообщение|пересылаемого сообщения|переадресованного сообщения|переслане повідомлення|iletilen ileti|iletilen mesaj|yönlendirilen ileti|pesan terusan|pesan yang diteruskan|diteruskan|رسالة معاد توجيهها|الرسالة المعاد توجيهها|הודעה שהועברה|הודעה מועברת|転送されたメッセージ|転送メッセージ|转发的邮件|转发邮件|轉寄的郵件|轉寄郵件|전달된 메시지|전달된 메일|अग्रेषित संदेश|przekazana wiadomość|przekazywana wiadomość|vidarebefordrat meddelande|vidarebefordrat brev|videresendt melding|videresendt besked|videresendt meddelelse|välitetty viesti|přeposlaná zpráva|továbbított üzenet|mesaj redirecționat|προωθημένο μήνυμα|thư đã chuyển tiếp',
)

/** Between dashes, above the header lines of a quoted email. */
export const originalMarks = words(
  'original message|original appointment|original e-mail|ursprüngliche nachricht|originalnachricht|ursprünglicher termin|mensaje original|message d’origine|message original|messaggio originale|mensagem original|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|oorspronkelijk bericht|исходное сообщение|оригінальне повідомлення|özgün ileti|orijinal mesaj|orijinal ileti|pesan asli|الرسالة الأصلية|הודעה מקורית|元のメッセージ|邮件原件|原始邮件|原始郵件|원본 메시지|मूल संदेश|oryginalna wiadomość|wiadomość oryginalna|alkuperäinen viesti|původní zpráva|eredeti üzenet|mesaj original|αρχικό μήνυμα',
)

/** Subject prefixes of replies, and of forwarded emails. */
export const replyPrefixes = words(
  're|aw|antw|antwort|sv|vs|odp|ynt|yan|bls|balas|res|resp|rif|r|ref|réf|回复|回覆|答复|返信|답장|رد|השב|תשובה|отв|на|απ|σχετ|उत्तर',
)
export const forwardPrefixes = words(
  'fwd|fw|wg|tr|rv|enc|ilt|i|vb|vl|pd|doorst|trs|terusan|forward|转发|轉寄|転送|전달|إعادة توجيه|תמסור|הועבר|πρθ|переслать|перенапр|अग्रे|videresendt|továbbítás',
)

function words(list: string): string[] {
  return list.split('|')
}
