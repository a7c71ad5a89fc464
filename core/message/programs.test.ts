// Tests that programs are detected by name, type, content and inside archives, and that other files are not.
import { expect, test } from 'vitest'
import { detectProgram, listZipNames, readFileExtension } from './programs.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0) & 255)
const u16 = (n: number) => String.fromCharCode(n & 255, n >> 8)
const u32 = (n: number) => u16(n & 0xffff) + u16(n >>> 16)
const local = (name: string, flags = 0) =>
  `PK\x03\x04${u16(20)}${u16(flags)}${u16(0)}${u32(0)}${u32(0)}${u32(0)}${u32(0)}${u16(name.length)}${u16(0)}${name}`
const central = (name: string) => `PK\x01\x02${'\0'.repeat(24)}${u16(name.length)}${'\0'.repeat(16)}${name}`
function zip(names: string[], flags = 0): Uint8Array {
  const files = names.map(name => local(name, flags)).join('')
  return bytes(`${files}${names.map(central).join('')}PK\x05\x06${'\0'.repeat(12)}${u32(files.length)}${u16(0)}`)
}
const nothing = new Uint8Array()

test.each([
  ['setup.EXE', 'application/octet-stream', nothing, 'exe'],
  ['invoice.pdf.js', 'application/pdf', nothing, 'js'],
  ['invoice.exe. . ', 'application/pdf', nothing, 'exe'],
  ['fdp.\u202eexe', 'application/pdf', nothing, 'exe'],
  ['report.pdf', 'application/x-msdownload', nothing, 'application/x-msdownload'],
  ['report.pdf', 'application/pdf', bytes('MZ\x90\0\x03'), 'exe'],
  ['notes', 'text/plain', bytes('#!/bin/sh'), 'sh'],
  ['photo.jpg', 'image/jpeg', bytes('\x7fELF'), 'elf'],
  ['link', 'application/octet-stream', bytes('L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F'), 'lnk'],
])('%s of %s is a program', (name, type, content, what) => {
  expect(detectProgram(name, type, content)).toEqual({ isInArchive: false, format: what })
})

test.each([
  ['payslip.zip', zip(['payslip.pdf', 'a/b/run.bat'])],
  ['locked.zip', zip(['run.bat'], 1)],
  ['report.docx', bytes(local('x/run.bat'))],
])('%s contains a program', (name, content) => {
  expect(detectProgram(name, 'application/zip', content)).toEqual({ isInArchive: true, format: 'bat' })
})

test.each([
  ['letter.txt', 'text/plain', bytes('MZ is how the dear Mr. Mzansi signs')],
  ['lease.pdf', 'application/pdf', bytes('%PDF-1.4')],
  ['site.example.com.pdf', 'application/pdf', nothing],
  ['notes.zip', 'application/zip', zip(['notes.txt', 'exe'])],
  ['sums.xlsx', 'application/zip', zip(['[Content_Types].xml', 'xl/printerSettings/printerSettings1.bin'])],
])('%s is not a program', (name, type, content) => {
  expect(detectProgram(name, type, content)).toBeNull()
})

test('a zip directory that lies about its size, position or entries hides nothing', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `${n}.txt`)
  expect(detectProgram('many.zip', 'application/zip', zip([...many, 'run.bat']))).toEqual({ isInArchive: true, format: 'bat' })
  // A second end, in the comment of the first, points to a wrong position.
  const twice = bytes(`${String.fromCharCode(...zip(['run.bat']))}PK\x05\x06${'\0'.repeat(12)}\x03\0\0\0\0\0`)
  expect(detectProgram('twice.zip', 'application/zip', twice)).toEqual({ isInArchive: true, format: 'bat' })
  const lying = zip(many)
  for (let n = 0; n < 300; n++) {
    const broken = Uint8Array.from(lying.subarray(0, 2000 + n))
    broken[(n * 7919) % broken.length] = 255
    expect(listZipNames(broken).length).toBeLessThanOrEqual(100)
  }
  const claims = bytes('PK\x01\x02'.padEnd(32, '\xff').repeat(20_000))
  expect(listZipNames(claims).every(name => name.length <= 300)).toBe(true)
  expect(readFileExtension('')).toBe('')
})
