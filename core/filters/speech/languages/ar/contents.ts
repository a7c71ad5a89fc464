// Arabic: rules about words, attachments, sizes and headers.

const when = '[التي|الذي|حيث|إذا كان|إذا كانت|عندما يكون|مع|و|في|إذا]'

export const contents: Record<string, string[]> = {
  subject: [
    `${when} [في] @subject [رسالة|ها] (@contains|عن|فيه) [@word] <literals>`,
    `${when} [التي] [@contains|بها|فيها|مع|وردت] [@word] <literals> في (موضوع|عنوان|سطر موضوع|موضوعها|عنوانها)`,
    '[و|التي] (في|ب) @subject [@word] <quote>|@subject <quote>',
    '@subject (:|هو عن) <literals>|(بعنوان|ب عنوان|بموضوع|ب موضوع|المعنونة) <literals>',
  ],
  subjectwithout: [`${when} @subject (لا يحتوي على|لا يتضمن|لا يذكر|لا يحتوي|ليس فيه|بدون) [@word] <literals>`],
  bodywithout: [`${when} @body (لا يحتوي على|لا يتضمن|لا يذكر|لا يحتوي|ليس فيه) [@word] <literals>`],
  nosubject: ['(بدون|دون|من دون|بلا|ليس لها|ليس فيها) (عنوان|موضوع)'],
  subjectstarts: [`${when} @subject @starts [ب|مع] [@word] <literals>`],
  subjectends: [`${when} @subject @ends [ب|في|مع] [@word] <literals>`],
  subjectis: [`${when} @subject (هو|يساوي|هو بالضبط|تماما|بالضبط|=|هو تماما) [@word] <literals>`],
  subjectlike: [`${when} @subject (مثل|يطابق|على نمط|على شكل|يشبه|بصيغة|من نوع|مطابق ل) [نمط|صيغة] <literals>`],
  body: [`${when} [في] @body [رسالة] (@contains|فيه) [@word] <literals>`, `[@contains] [@word] <literals> في (نص|متن|محتوى|نصها|متنها)`],
  narrowsubject: ['فقط في (موضوع|عنوان)|في (موضوع|عنوان) فقط'],
  narrowbody: ['فقط في (نص|متن|محتوى)|في (نص|متن|محتوى) فقط'],
  notabout: [
    '[التي|و|لكن] (لا تحتوي على|لا تتضمن|لا تذكر|ليس فيها|لا يوجد فيها|خالية من|لا تحتوي) [@word] <topics>',
    '[التي|و|لكن] (بدون|دون|من دون) @word <literals>',
  ],
  mentions: ['[التي|ما] (تذكر|يذكر|تحتوي على|يحتوي على|تتضمن|يتضمن|تقول|يقول|ذكر فيها|ورد فيها) [@word] <topics>'],
  about: [
    '[التي|ما|و] (عن|حول|بخصوص|بشأن|تتحدث عن|يتحدث عن|تخص|يخص|متعلقة ب|تتعلق ب|يتعلق ب|تذكر|يذكر|تحتوي على|يحتوي على|تتضمن|يتضمن|فيها|فيه|بها|تقول|يقول|المتعلقة ب|ذات صلة ب|تشير إلى|مع|تتناول|في موضوع|التي تخص|تدور حول|ذكر فيها|ورد فيها) [موضوع] [@word] <topics>',
    '@word <topics>',
  ],
  hasattachment: ['@att [أي|بعض] @file [مرفق|مرفقة]', '[أي|بعض|فقط|كل] (مرفقات|مرفق|ملفات مرفقة|ملف مرفق|ملفات)'],
  noattachment: ['(بدون|دون|من دون|بلا|لا تحتوي على|ليس فيها|ليس بها|خالية من|لا تتضمن|ليس لها|لا يوجد بها|لا تحمل) [أي] @file'],
  kind: [
    '@att [أي|بعض] <kinds> [مرفق|مرفقة|مرفقا]',
    '[بعض|كل] <kinds> [مرفق|مرفقة|مرفقا]',
    '@att [أي|بعض] @file [من نوع|بصيغة|ب صيغة|نوع] <kinds>',
    '[@file] (من نوع|بصيغة|ب صيغة|في صيغة|على شكل|في شكل) <kinds>',
  ],
  nokind: ['(بدون|دون|من دون|بلا|لا تحتوي على) [أي] <kinds>'],
  attachmentname: [
    '[@att] @file (اسمه|اسمها|باسم|ب اسم|يسمى|تسمى|المسمى|المسماة|عنوانه) [يحتوي على|يتضمن|فيه] [@word] <literals>',
    '[@att] @file <quote>|[@contains] <literals> في اسم (ملف|مرفق)',
  ],
  attachmentsize: ['[@att] @file [التي|الذي] [حجمها|حجمه] @over <size>'],
  smallattachment: ['[@att] @file [التي|الذي] [حجمها|حجمه] @under <size>'],
  size: ['[التي|الذي] [حجمها|بحجم|ب حجم|حجمه|وزنها] @over <size>'],
  sizerange: ['[حجمها] [بين|من] <sizes>'],
  smallsize: ['[التي|الذي] [حجمها|بحجم|ب حجم|حجمه|وزنها] @under <size>'],
  manyattachments: ['[@att] (أكثر من|أكثر) <number> @file', '@att (عدة|كثير من|عديد من) @file'],
  fewattachments: ['[@att] أقل من <number> @file'],
  atleastattachments: ['[@att] <number> @file (على الأقل|أو أكثر)'],
  exactattachments: ['@att <number> @file [بالضبط|تماما]'],
  auth: [
    '[التي|فقط|إذا] [كان|كانت] (تجتاز|اجتازت|يجتاز|تنجح في|نجحت في|تمر من) [فحص|اختبار] <checks>',
    '[إذا|التي] [كان] <checks> @passes',
  ],
  noauth: [
    '[التي|إذا] [كان|كانت] (تفشل|فشلت|يفشل|فشل|لا تجتاز|لم تجتز|لا تنجح|راسبة) [في] [فحص|اختبار] <checks>',
    '[إذا|التي] [كان] <checks> @fails',
  ],
  priority: ['[ذات|ب|مع|معلمة] [ك] (أولوية عالية|أهمية عالية|أولوية قصوى|عالية أهمية)'],
  header: ['[مع|فيها|بها|إذا كان] (ترويسة|رأس|حقل) <header> [@contains] [@word] <literals>'],
  headerthere: ['[مع|فيها|بها] (ترويسة|رأس|حقل) <header>'],
  tongue: ['[مكتوبة|المكتوبة|التي] (ب|باللغة|ب لغة|بلغة) [لغة] <tongue>|لغتها <tongue>|@mail <tongue>'],
  othertongue: ['[مكتوبة|التي] (بلغة|ب لغة|بلغات|ب لغات) (غير|أخرى غير|سوى) <tongue>'],
}
