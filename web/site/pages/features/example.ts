// The filter that the page shows, and what its four mails carry besides their words.
import type { Condition } from '../../../../core/filters/tree.ts'

export const example: Condition = {
  all: [
    {
      any: [
        { field: 'subject', operator: 'contains', values: ['invoice', 'receipt'] },
        { field: 'attachment_name', operator: 'contains', values: ['invoice'] },
      ],
    },
    { none: [{ field: 'newsletter', operator: 'is' }] },
  ],
}

/** In the order of the words: `mail1` to `mail4`. */
export const mails = [
  { n: 1, file: null, isNewsletter: false, crosses: true },
  { n: 2, file: 'invoice-5512.pdf', isNewsletter: false, crosses: true },
  { n: 3, file: null, isNewsletter: true, crosses: false },
  { n: 4, file: null, isNewsletter: false, crosses: false },
] as const
