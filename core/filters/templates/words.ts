// Lists the words that identify kinds of email, in many languages.

/** Clear enough in a subject. */
export const subjectWords = {
  codes:
    words(`verification code|security code|login code|log-in code|sign-in code|access code|one-time|passcode|confirmation code|authentication code|otp|2fa|
    your code|sign-in request|sign in request|sign-in attempt|is your|código de acceso|código de verificación|código de seguridad|código de confirmación|tu código|
    seu código|o seu código|código de acesso|codice di verifica|codice di accesso|il tuo codice|code de vérification|code de sécurité|code d'accès|votre code|
    bestätigungscode|sicherheitscode|anmeldecode|einmalcode|zugangscode|ihr code|dein code|verificatiecode|inlogcode|beveiligingscode|doğrulama kodu|onay kodu|
    giriş kodu|kod weryfikacyjny|jednorazowy|verifieringskod|engångskod|код подтверждения|код доступа|код для входа|код підтвердження|認証コード|確認コード|ワンタイム|
    验证码|驗證碼|인증번호|인증 코드|رمز التحقق|رمز الدخول|קוד אימות|קוד גישה|kode verifikasi|kode otp|mã xác minh|सत्यापन कोड`),
  bank: words(`card payment|payment of|low balance|account balance|your balance|transfer received|transfer sent|incoming transfer|outgoing transfer|direct debit|card was used|
    card used|card transaction|transaction alert|debit alert|credit alert|withdrawal|declined|unusual activity|suspicious activity|statement ready|
    your statement|account statement|overdrawn|overdraft|standing order|salary received|saldo|cargo en|transferencia|pago con tarjeta|compra con tarjeta|retirada de efectivo|
    movimiento en|extracto|domiciliación|überweisung|kontostand|kartenzahlung|kontobewegung|lastschrift|abbuchung|zahlungseingang|gutschrift|kontoauszug|
    virement|prélèvement|paiement par carte|solde|bonifico|addebito|pagamento con carta|pagamento com cartão|transferência|débito|overschrijving|afschrijving|
    hesap hareketi|bakiye|havale|kart işlemi|przelew|saldo konta|поступление|списание|перевод|остаток|تنبيه: رصيد|رصيد|تحويل|عملية شراء|振込|口座|ご利用のお知らせ|
    入账|转账|余额|입금|출금|잔액|יתרה|העברה|transaksi|tarik tunai`),
  parcels:
    words(`your parcel|your package|your delivery|your order has shipped|has shipped|has been shipped|shipped|out for delivery|on its way|on the way|been delivered|was delivered|is delivered|parcel delivered|package delivered|order delivered|delivered:|
    delivery today|arrives today|arriving today|arriving tomorrow|delivery attempt|ready for pickup|ready for collection|pickup code|tracking|shipment|
    customs|tu paquete|tu pedido|su pedido|su paquete|en camino|en reparto|ha sido entregado|enviado|listo para recoger|ihr paket|dein paket|paketautomat|
    ihre sendung|ihre lieferung|sendungsverfolgung|wurde zugestellt|unterwegs|versandt|versendet|abholbereit|packstation|votre colis|votre commande|expédié|livraison|livré|
    il tuo pacco|la tua spedizione|spedito|in consegna|consegnato|il tuo ordine|sua encomenda|seu pedido|saiu para entrega|entregue|a caminho|je pakket|
    je bestelling|onderweg|bezorgd|verzonden|kargonuz|kargo|siparişiniz|teslim edildi|yola çıktı|paket anda|pesanan anda|dikirim|telah diterima|paczka|przesyłka|doręczon|
    ditt paket|din försändelse|посылка|доставка|доставлен|お届け|発送|配達|荷物|ご注文|快递|包裹|已发货|派送|택배|배송|شحنة|طردك|توصيل|שליח|המשלוח|החבילה`),
  invoices:
    words(`invoice|receipt|your bill|bill is ready|billing|payment due|payment reminder|overdue|past due|amount due|final notice|factura|recibo|
    vencimiento|rechnung|zahlungserinnerung|mahnung|quittung|facture|reçu|échéance|relance|fattura|ricevuta|sollecito|scadenza|fatura|boleto|vencido|comprovante|nota fiscal|
    factuur|bon voor|betalingsherinnering|faturanız|makbuz|faktura|rachunek|kvitto|räkning|påminnelse|счёт|счет|квитанция|рахунок|請求書|領収書|ご請求|发票|账单|
    청구서|영수증|فاتورة|إيصال|חשבונית|קבלה|बिल|इनवॉइस|tagihan|kuitansi|hóa đơn`),
  onCall:
    words(`critical|[failed]|failed|failure|problem|alert|alarm|incident|outage|is down|down:|unreachable|unavailable|firing|triggered|triggers|
    high latency|degraded|escalat|p1|sev1|sev-1|pagerduty|emergency|disk full|out of memory|no data|error rate|build broken|resolved|recovered|behoben|
    störung|ausfall|kritisch|fehlgeschlagen|incidencia|caída|crítico|alerta|panne|critique|incidente|guasto|storing|kesinti|arıza|awaria|сбой|авария|障害|アラート|告警|故障|장애|경보`),
}

/** Clear enough in the body. */
export const textWords = {
  codes:
    words(`verification code|one-time code|one-time password|one-time passcode|security code|sign-in code|login code|enter this code|code is:|your code is|código de acceso|
    código de verificación|bestätigungscode|einmalcode|code de vérification|codice di verifica|doğrulama kodu|認証コード|رمز التحقق|код подтверждения`),
}

function words(list: string): string[] {
  return list.split('|').map(word => word.replace(/\s+/g, ' ').trim())
}
