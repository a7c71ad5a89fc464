// Finds reports of a new sign-in: an email that says so and names the device and its place, time or address.
import { findOnlyValue, labelAtStart, maxLineLength } from './facts.ts'
import type { AlertCard, CardSource } from './shapes.ts'

const signIn =
  /\bnew (?:sign-?in|sign in|log-?in|login|device)\b|\b(?:signed|logged) in (?:from|on|to)|\bsign-?in from (?:a )?new\b|(?:new|unrecognized|unknown) device|device (?:just )?signed in|unusual sign-?in|neue anmeldung|neues gerät|anmeldung (?:von|über|auf|mit) ein(?:em)? neue|nuevo inicio de sesión|nuevo acceso|dispositivo nuevo|nuevo dispositivo|inicio de sesión (?:nuevo|desde un)|nouvelle connexion|nouvel appareil|nuovo accesso|nuovo dispositivo|novo (?:login|acesso|início de sessão|dispositivo)|yeni (?:giriş|oturum|cihaz)|login baru|perangkat baru|nieuwe (?:aanmelding|inlog)|nieuw apparaat|nowe (?:logowanie|urządzenie)|новый вход|новое устройство|вход с нового|новий вхід|ny inloggning|ny enhet|ny (?:innlogging|pålogging)|nyt login|uusi (?:kirjautuminen|laite)|nové přihlášení|تسجيل دخول جديد|جهاز جديد|כניסה חדשה|התחברות חדשה|מכשיר חדש|新しい(?:ログイン|サインイン|デバイス|端末)|新登录|新登入|新设备|새로운 (?:로그인|기기)/iu

const deviceLabel = labelAtStart(
  'device|browser|device name|gerät|dispositivo|navegador|appareil|navigateur|browser e dispositivo|cihaz|tarayıcı|perangkat|apparaat|urządzenie|przeglądarka|устройство|браузер|пристрій|enhet|webbläsare|enhed|laite|zařízení|الجهاز|المتصفح|מכשיר|דפדפן|端末|デバイス|ブラウザー?|设备|裝置|기기|브라우저|डिवाइस',
)
const placeLabel = labelAtStart(
  'location|near|place|ort|standort|ubicación|lugar|lieu|emplacement|localisation|luogo|posizione|località|local|localização|konum|yer|lokasi|locatie|plaats|lokalizacja|miejsce|место|местоположение|місце|plats|sted|sijainti|paikka|místo|poloha|الموقع|المكان|מיקום|מקום|場所|地点|位置|위치|स्थान',
)
const timeLabel = labelAtStart(
  'when|time|date|date and time|wann|zeit|zeitpunkt|uhrzeit|datum|cuándo|fecha|hora|fecha y hora|quand|date et heure|heure|quando|data e ora|ora|data|data e hora|zaman|saat|tarih|waktu|tijd|tijdstip|czas|kiedy|data|когда|время|дата|час|tid|tidpunkt|tidspunkt|aika|čas|kdy|الوقت|التاريخ|متى|מתי|תאריך|זמן|שעה|日時|時刻|时间|時間|시간|일시|समय',
)
const addressLabel = labelAtStart(
  'ip|ip[- ]?(?:address|adresse|adres|adresi|adress|osoite|adresa)|(?:dirección|adresse|indirizzo|endereço|adres|alamat) ip|ip[- ]?адрес|عنوان ip|כתובת ip|ipアドレス|ip ?地址|ip ?주소',
)

export function findSignInCard({ subject, lines }: CardSource): AlertCard | null {
  if (!signIn.test(subject.slice(0, maxLineLength)) && !lines.slice(0, 4).some(line => signIn.test(line))) return null
  const what = findOnlyValue(lines, deviceLabel)
  const where = findOnlyValue(lines, placeLabel)
  const when = findOnlyValue(lines, timeLabel)
  const isPlaced = where !== null || when !== null || findOnlyValue(lines, addressLabel) !== null
  return what === null || !isPlaced ? null : { kind: 'alert', state: 'sign_in', what, where, when }
}
