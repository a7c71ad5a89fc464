// Arabic: the forms of a word to search for. Plurals change inside the word, so both the one and the many are searched.

/** The article is left out of every word: a search for the bare word finds both. */
export function listArabicForms(phrase: string): string[] {
  const [first = phrase, ...rest] = phrase.split(' ')
  const bare = dropArticle(first)
  // An adjective would have to change with its noun: only a noun alone, or one with its owner, gets its singular.
  const hasOwner = rest.length === 0 || rest[0]?.startsWith('ال') === true || (rest.length === 1 && !/(?:ة|ين|ون|ات)$/u.test(rest[0] ?? ''))
  const singular = hasOwner ? (irregular.get(bare) ?? singularOf(bare)) : bare
  // Before an owner the ta marbuta is written: مطالبة ضمان.
  const isShortened = rest.length > 0 && !irregular.has(bare) && singular !== bare
  const forms = singular === bare ? [bare] : [singular, ...(isShortened ? [`${singular}ة`] : []), bare]
  return forms.map(form => [form, ...rest].join(' '))
}

const dropArticle = (word: string): string => (/^ال\p{L}{3,}$/u.test(word) ? word.slice(2) : word)

/** `تنبيهات` ends in the plural of things; words whose singular ends in ta marbuta are in the list below. */
const singularOf = (word: string): string => (/^\p{L}{3,}ات$/u.test(word) ? word.slice(0, -2) : word)

const irregular = new Map<string, string>(
  Object.entries({
    فواتير: 'فاتورة',
    قسائم: 'قسيمة',
    رموز: 'رمز',
    كشوف: 'كشف',
    كشوفات: 'كشف',
    تقارير: 'تقرير',
    عروض: 'عرض',
    عقود: 'عقد',
    طرود: 'طرد',
    شحنات: 'شحنة',
    رحلات: 'رحلة',
    تذاكر: 'تذكرة',
    وظائف: 'وظيفة',
    ضرائب: 'ضريبة',
    رواتب: 'راتب',
    مواعيد: 'موعد',
    مشاريع: 'مشروع',
    أسعار: 'سعر',
    أخبار: 'خبر',
    أكواد: 'كود',
    شكاوى: 'شكوى',
    نتائج: 'نتيجة',
    وثائق: 'وثيقة',
    دفعات: 'دفعة',
    طلبات: 'طلب',
    بطاقات: 'بطاقة',
    مخالفات: 'مخالفة',
    أخطاء: 'خطأ',
    أعطال: 'عطل',
    صور: 'صورة',
    دروس: 'درس',
    مقابلات: 'مقابلة',
    فعاليات: 'فعالية',
  }),
)
