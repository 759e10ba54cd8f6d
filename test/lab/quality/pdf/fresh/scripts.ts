/** A language of random documents. */
export interface Script {
  readonly language: string;
  readonly rightToLeft: boolean;
  readonly words: readonly string[];
  /** Phrases that may end a sentence, before its full stop. */
  readonly asides: readonly string[];
  readonly space: string;
  readonly stop: string;
  /** A word that no other text has; edits insert it. */
  readonly strange: readonly string[];
}

const split = (text: string): string[] => text.split(' ');
const STRANGE = split('quarterly zebra 4711 irrevocably hexagon sevenfold windmill 93.5 marmalade orchard');

/** English is first: most documents use it. */
export const SCRIPTS: readonly Script[] = [
  {
    language: 'en',
    rightToLeft: false,
    words: split(
      'the the the of of to and in a shall party parties agreement office official affiliate efficient fluffy confidentiality ' +
        'representations indemnification long-term third-party non-binding well-known counterparties obligations warranties ' +
        'termination notwithstanding jurisdiction reasonable any not be by or for with under which Supplier Customer 30 2024 ' +
        '12.5 1,250.00 EUR 5% §4 Annex B Section 3.2 (the “Term”) (i) iv. e.g. subcontractor co-operation up-to-date schedule',
    ),
    asides: [
      '(see Annex A)',
      '– subject to clause 7',
      '(“Confidential Information”)',
      'at https://example.com/a-b/c?d=1',
      'on 3 March 2024',
    ],
    space: ' ',
    stop: '.',
    strange: STRANGE,
  },
  {
    language: 'de',
    rightToLeft: false,
    words: split(
      'der die das und oder in mit Vertrag Vertragspartner Haftungsbeschränkung Geschäftsführer Übergabe größer Maß Straße ' +
        'Zahlung Rechnung Kündigungsfrist E-Mail Nord-Süd-Gefälle 30 2024 12,5 1.250,00 EUR Absatz 2 §4 gemäß Anlage',
    ),
    asides: ['(siehe Anlage A)', '– vorbehaltlich Ziffer 7', '(„Frist“)'],
    space: ' ',
    stop: '.',
    strange: STRANGE,
  },
  {
    language: 'ar',
    rightToLeft: true,
    words: split(
      'يلتزم الطرفان بجميع أحكام هذه الاتفاقية ويتم السداد قبل 3 مارس 2024 وفقا للجدول المرفق المبلغ الإجمالي دولار راجع Annex',
    ),
    asides: ['(راجع الملحق)', '1,250.00 دولار'],
    space: ' ',
    stop: '.',
    strange: split('زرافة برتقال 4711 طاحونة'),
  },
  {
    language: 'he',
    rightToLeft: true,
    words: split('הצדדים מסכימים לכל תנאי הסכם זה והתשלום יבוצע עד יום 30 בחודש בהתאם לנספח המצורף סכום כולל ABC Ltd'),
    asides: ['(ראו נספח)', '12.5%'],
    space: ' ',
    stop: '.',
    strange: split('זברה תפוז 4711 טחנה'),
  },
  {
    language: 'zh',
    rightToLeft: false,
    words: split('合同 双方 应当 遵守 本 协议 的 全部 条款 并于 二〇二四年 三月 之前 完成 付款 2024 供应商 客户'),
    asides: ['（见附件）'],
    space: '',
    stop: '。',
    strange: split('斑马 橙子 风车'),
  },
  {
    language: 'ja',
    rightToLeft: false,
    words: split(
      '本契約 は 当事者 間 の 完全な 合意 を 構成 し 従前 の すべて の 合意 に 優先 する サービス 提供者 30 日',
    ),
    asides: ['（別紙参照）'],
    space: '',
    stop: '。',
    strange: split('シマウマ 風車 蜜柑'),
  },
  {
    language: 'th',
    rightToLeft: false,
    words: split('คู่สัญญา ทั้งสองฝ่าย ต้อง ปฏิบัติตาม ข้อกำหนด ของ สัญญา นี้ และ ชำระเงิน ก่อน วันที่ 30 มีนาคม'),
    asides: ['(ดูภาคผนวก)'],
    space: ' ',
    stop: '',
    strange: split('ม้าลาย กังหัน 4711'),
  },
  {
    language: 'hi',
    rightToLeft: false,
    words: split('दोनों पक्ष इस समझौते की सभी शर्तों का पालन करेंगे और 30 दिनों में भुगतान अनुबंध के अनुसार क्षेत्र द्वारा'),
    asides: ['(अनुलग्नक देखें)'],
    space: ' ',
    stop: '।',
    strange: split('ज़ेबरा संतरा 4711'),
  },
  {
    language: 'ru',
    rightToLeft: false,
    words: split(
      'стороны обязуются соблюдать все условия настоящего договора и произвести оплату до 30 марта кое-что по-прежнему ООО',
    ),
    asides: ['(см. Приложение)', '– при условии'],
    space: ' ',
    stop: '.',
    strange: split('зебра апельсин 4711 мельница'),
  },
];
