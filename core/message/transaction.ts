// Detects emails about something the reader bought, booked, owes or requested: an order, a parcel, an invoice, a code.
import { normalizeLine } from './normalize-line.ts'
import type { MailView } from './view.ts'

const maxTextLength = 6000

/** The subject says so, or the text names the number of an order, an invoice or a parcel. */
export function looksTransactional(view: Pick<MailView, 'subject' | 'body' | 'headers'>): boolean {
  const subject = normalizeLine(view.subject.slice(0, 500))
  const text = `${subject}\n${normalizeLine(view.body.slice(0, maxTextLength))}`
  if (mentionsNumber(text)) return true
  return !isBulk(view) && eventPhrases.some(words => subject.includes(words))
}

// Newsletters mention parcels and invoices in their subjects too.
const isBulk = (view: Pick<MailView, 'headers'>): boolean =>
  view.headers.some(({ name, value }) => /^list-id$/i.test(name) || (/^precedence$/i.test(name) && /^\s*bulk/i.test(value)))

/** Things that are identified by a number. */
const numberedThings =
  'order|invoice|receipt|tracking|shipment|parcel|booking|reservation|confirmation|ticket|case|policy|bestellung|bestellnummer|auftrag|auftragsnummer|rechnung|rechnungsnummer|sendung|sendungsnummer|buchung|buchungsnummer|quittung|beleg|pedido|factura|recibo|seguimiento|envío|reserva|localizador|commande|facture|reçu|suivi|colis|réservation|ordine|fattura|ricevuta|tracciamento|spedizione|prenotazione|encomenda|fatura|rastreamento|rastreio|sipariş|siparişiniz|fatura|takip|kargo|gönderi|makbuz|rezervasyon|pesanan|tagihan|faktur|resi|pemesanan|bestelling|factuur|zending|boeking|zamówienie|zamówienia|faktura|przesyłka|przesyłki|заказ|заказа|счет|счёт|квитанция|отправление|طلب|الطلب|طلبك|فاتورة|الفاتورة|شحنة|الشحنة|التتبع|إيصال|הזמנה|חשבונית|קבלה|משלוח|注文|ご注文|注文番号|請求書|請求書番号|領収書|追跡|伝票|予約|订单|訂單|发票|發票|运单|運單|快递|收据|주문|송장|영수증|예약|ऑर्डर|आदेश|बिल|चालान|रसीद|शिपमेंट|ordre|beställning|tilaus|lasku|objednávka'

const numberWords =
  'number|numbers|no|nr|num|n|id|code|ref|reference|nummer|número|numero|numéro|numarası|numaranız|nomor|nomer|numer|номер|номером|رقم|رقمها|מספר|番号|号|編號|编号|번호|संख्या|नंबर'
const numberPattern = new RegExp(
  `(?:^|[^\\p{L}])(?:${numberedThings})(?:[\\s.:#№º°-]{0,3}(?:${numberWords}))?[\\s.:#№º°ː(-]{0,4}([a-z0-9][a-z0-9/ -]{3,29})`,
  'gu',
)

/** At least four digits, not a year, close to the word. */
function mentionsNumber(text: string): boolean {
  for (const [, found = ''] of text.matchAll(numberPattern)) {
    const number = /^[a-z]{0,4}[-/ ]?\d[a-z0-9/ -]*|^[a-z0-9]+[-/]?\d[a-z0-9/-]*/.exec(found)?.[0] ?? ''
    const digits = number.replace(/\D/g, '')
    if (digits.length >= 4 && !/^(?:19|20)\d\d$/.test(digits)) return true
  }
  return false
}

/** Subjects that report on something of the reader's. */
const eventPhrases = [
  'your receipt|your invoice|your order|your parcel|your package|your delivery|your shipment|your booking|your reservation|your payment|your refund|your ticket|your statement|payment received|payment confirmation|order confirmation|booking confirmation|out for delivery|has shipped|has been shipped|was delivered|has been delivered|on its way|verification code|security code|sign-in code|login code|one-time|password reset|reset your password|confirm your',
  'ihre rechnung|ihre bestellung|ihr paket|ihre sendung|ihre buchung|ihre zahlung|ihr beleg|deine rechnung|deine bestellung|dein paket|deine sendung|deine buchung|bestellbestätigung|buchungsbestätigung|zahlungseingang|unterwegs zu|wurde zugestellt|wurde versandt|bestätigungscode|sicherheitscode|passwort zurücksetzen',
  'tu pedido|su pedido|tu factura|su factura|tu recibo|su recibo|tu envío|tu paquete|su paquete|tu reserva|su reserva|tu pago|va en camino|en reparto|código de verificación|código de seguridad|restablecer',
  'votre commande|votre facture|votre reçu|votre colis|votre réservation|votre paiement|ta commande|en cours de livraison|a été expédié|a été livré|code de vérification|code de sécurité|mot de passe',
  'il tuo ordine|il suo ordine|la tua fattura|la tua ricevuta|il tuo pacco|la tua spedizione|la tua prenotazione|in consegna|è stato spedito|codice di verifica|codice di sicurezza',
  'seu pedido|sua fatura|seu recibo|sua encomenda|seu pacote|sua reserva|saiu para entrega|a caminho|foi enviado|foi entregue|código de verificação|código de segurança',
  'siparişiniz|siparişin|faturanız|makbuzunuz|kargonuz|gönderiniz|rezervasyonunuz|ödemeniz|kargoya verildi|teslim edildi|yola çıktı|doğrulama kodu|güvenlik kodu',
  'pesanan anda|pesananmu|tagihan anda|paket anda|paketmu|kiriman anda|pembayaran anda|sedang dikirim|telah diterima|kode verifikasi|kode keamanan',
  'uw bestelling|je bestelling|uw factuur|je factuur|je pakket|uw pakket|onderweg|verificatiecode|twoje zamówienie|twoja faktura|twoja przesyłka|twoja paczka|kod weryfikacyjny|ваш заказ|ваш счет|ваш счёт|ваша посылка|код подтверждения',
  'طلبك|فاتورتك|شحنتك|حجزك|رمز التحقق|ההזמנה שלך|החשבונית שלך|החבילה שלך|המשלוח שלך|קוד אימות|ご注文|ご予約|発送のお知らせ|お届け|領収書|請求書|認証コード|您的订单|您的訂單|您的发票|您的包裹|已发货|验证码|驗證碼|주문이|주문하신|배송|인증번호|आपका ऑर्डर|आपका बिल|आपकी रसीद|आपका पार्सल|सत्यापन कोड',
  'receipt|invoice|rechnung|quittung|factura|facture|ricevuta|fattura|fatura|makbuz|kuitansi|faktura|factuur|квитанция|счёт на|فاتورة|إيصال|חשבונית|קבלה|发票|收据|영수증|청구서|रसीद|चालान',
].flatMap(line => line.split('|'))
