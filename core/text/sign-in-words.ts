// Tells emails that sign somebody in by a number that they ask to enter, without calling it a code.

const signingIn =
  /\b(?:sign(?:ing)?[ -]?in|log(?:ging)?[ -]?(?:in|on)|verify|verification|verifying|authenticat\p{L}*|two-factor|2fa|confirm (?:your|it|that))(?!\p{L})|anmeld|einlogg|bestätig|verifizier|inici(?:ar?|e) sesión|inicio de sesión|verific|acceder|entrar (?:en|na|no)|iniciar sessão|confirma[rç]?|conne(?:xion|cter)|vérifi|identifi|acced[ie]|accesso|giriş|doğrula|onay|oturum|inlog|aanmeld|verifieer|zalog|logowani|weryfik|potwierd|вход|войти|войдите|авториз|подтвер|увійти|підтвер|masuk|verifikasi|logga in|inlogg|verifier|bekräfta|bekreft|bekræft|logg? (?:inn|ind)|kirjaudu|kirjautumi|vahvista|přihl|ověř|ログイン|サインイン|認証|確認|登录|登入|登錄|验证|驗證|로그인|인증|تسجيل الدخول|تحقق|تأكيد|התחבר|כניסה|אימות|लॉग ?इन|साइन ?इन|सत्यापन/iu

const entering =
  /\b(?:enter|type|use|input|here(?:['’]s| is))(?!\p{L})|eingeben|geben sie|gib .{0,40}\bein\b|tippe|escrib[ea]|introduc[ea]|ingres[ea]|digit[ae]|saisi|entrez|tapez|inserisci|inserire|insira|introduz|girin|giriniz|yazın|vul .{0,40}\bin\b|voer .{0,40}\bin\b|typ |wpisz|wprowadź|podaj|введите|введіть|укажите|masukkan|ange |skriv|syötä|anna |zadejte|入力|输入|輸入|입력|أدخل|ادخل|הזן|הזינו|הקלד|दर्ज/iu

/** Numbers of something else. */
const numbered =
  /\b(?:ticket|case|request|customer|order|invoice|account|client|contract|reference|member\p{L}*|room|ends? (?:in|with))(?!\p{L})|vorgang|kunden|auftrag|rechnung|vertrag|konto|cliente|pedido|factura|cuenta|commande|facture|compte|ordine|fattura|müşteri|sipariş|klant|klient|zamówieni|заказ|счет|счёт|договор|pelanggan|pesanan|注文|お客様番号|订单|訂單|주문|طلبك|عميل|הזמנה|לקוח/iu

/** How far above the number, in non-blank lines, the words may stand. */
const maxLinesAbove = 2

export const signsIn = (text: string): boolean => signingIn.test(text)

/** The text signs somebody in, asks to enter something or says how many minutes it is good for. */
export const asksForCode = (text: string): boolean => signingIn.test(text) || entering.test(text) || /\p{Nd}\s?min/iu.test(text)

const yours =
  /\b(?:your|tu|su|dein|deine|ihr|votre|ton|tuo|seu|sua|uw|je|jouw|twój|din|ditt|sinun|váš|kodunuz)(?!\p{L})|ваш|твой|あなたの|您的|你的|رمزك|الخاص بك|שלך/iu

/** It speaks to its reader: "Your code is …". */
export const isYours = (subject: string): boolean => yours.test(subject)

/** The lines above ask to enter the number; `isOnly`: the text has no other number, so they need only name nothing else. */
export function asksToEnter(textAbove: string, isOnly: boolean): boolean {
  const lines = textAbove.split('\n').filter(line => line.trim() !== '')
  const near = lines.slice(-maxLinesAbove)
  return !numbered.test(near.at(-1) ?? '') && (near.some(line => entering.test(line)) || (isOnly && !/[:：]\s*$/.test(near.at(-1) ?? '')))
}
