// Tests the kinds assigned to attachments.
import { expect, test } from 'vitest'
import { attachmentTypes } from './kinds.ts'

test.each([
  ['a.pdf', 'application/pdf', ['application/pdf', 'pdf', 'document']],
  ['scan', 'application/pdf; charset=x', ['application/pdf', 'pdf', 'document']],
  ['IMG_0042.HEIC', 'application/octet-stream', ['application/octet-stream', 'image', 'heic']],
  ['photo.jpg', 'image/jpeg', ['image/jpeg', 'image', 'jpg']],
  ['März.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['spreadsheet', 'xlsx']],
  ['a.csv', 'text/csv', ['text/csv', 'spreadsheet', 'csv']],
  ['talk.pptx', 'application/octet-stream', ['presentation', 'pptx']],
  ['a.tar.gz', 'application/gzip', ['archive', 'gz']],
  ['a.zip', 'application/x-zip-compressed', ['archive', 'zip']],
  ['song.m4a', 'audio/mp4', ['audio', 'm4a']],
  ['clip.mov', 'video/quicktime', ['video', 'mov']],
  ['invite.ics', 'application/ics', ['calendar', 'ics']],
  ['', 'text/plain', ['text/plain', 'text']],
  ['', 'message/rfc822', ['mail']],
  ['', '', []],
])('%s of type %s is %j', (name, type, words) => {
  const types = attachmentTypes({ name, type, sizeBytes: 1 })
  expect(types).toEqual(expect.arrayContaining(words))
  if (words.length === 0) expect(types).toEqual([])
})

test('an image is not a document, and a text file is not an archive', () => {
  expect(attachmentTypes({ name: 'a.png', type: 'image/png', sizeBytes: 1 })).not.toContain('document')
  expect(attachmentTypes({ name: 'notes.zip.txt', type: 'text/plain', sizeBytes: 1 })).not.toContain('archive')
})
