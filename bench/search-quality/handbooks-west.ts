import type { Handbook } from './handbook.ts'

/** Languages whose words have spaces between them. */
export const westernHandbooks: readonly Handbook[] = [
  {
    language: 'English',
    topics: [
      [
        'Goods may be sent back within 30 days of purchase. The refund is paid to the original card.',
        'refund',
        'how do I send goods back?',
      ],
      [
        'Invoices are mailed as PDF on the first of each month. The tax number is printed at the bottom.',
        'invoice tax number',
        'when do I get my invoice?',
      ],
      [
        'To reset a password, open the sign-in page and choose the link below the form.',
        'password reset',
        'I forgot my password',
      ],
      [
        'Parcels to islands are delivered by ferry and need five working days.',
        'parcels islands',
        'how long does delivery to an island take?',
      ],
      [
        'Employees have 28 days of paid holiday. Requests go to the team lead.',
        'paid holiday',
        'how many days of holiday do employees have?',
      ],
      [
        'The warranty covers motor and battery for two years, but no scratches.',
        'battery warranty',
        'does the warranty cover the battery?',
      ],
    ],
    others: [
      'Customers can reach our office by telephone.',
      'The meeting room on the second floor holds twelve people.',
      'Please wear gloves in the workshop.',
      'The canteen opens at noon.',
      'New colleagues receive a laptop on their first day.',
      'Lights are switched off in the evening.',
      'Our office moved to a new building last spring.',
      'Questions are answered by the support team.',
    ],
    unanswered: ['volcano eruption', 'who won the chess championship?'],
  },
  {
    language: 'German',
    topics: [
      [
        'Die Rückgabe ist innerhalb von 30 Tagen möglich. Das Geld wird zurückerstattet.',
        'Rückgabe',
        'Kann ich Ware zurückgeben?',
      ],
      [
        'Das Lager steht in der Hauptstraße 12 neben dem Güterbahnhof.',
        'Strasse Lager',
        'In welcher Straße ist das Lager?',
      ],
      [
        'Das Passwort lässt sich auf der Anmeldeseite zurücksetzen.',
        'Passwort zurücksetzen',
        'Ich habe mein Passwort vergessen',
      ],
      [
        'Übergrößen werden per Spedition geliefert, die Zustellung dauert fünf Werktage.',
        'Übergrößen Zustellung',
        'Wie lange dauert die Zustellung von Übergrößen?',
      ],
      [
        'Alle Beschäftigten haben 28 Urlaubstage im Jahr. Anträge gehen an die Teamleitung.',
        'Urlaub',
        'Wie viele Urlaubstage habe ich?',
      ],
      [
        'Die Gewährleistung gilt zwei Jahre für Motor und Akku, nicht für Kratzer.',
        'Gewährleistung Akku',
        'Gilt die Gewährleistung für den Akku?',
      ],
    ],
    others: [
      'Kunden erreichen unser Büro telefonisch.',
      'Der Besprechungsraum im zweiten Stock fasst zwölf Personen.',
      'In der Werkstatt sind Handschuhe zu tragen.',
      'Die Kantine öffnet um zwölf Uhr.',
      'Neue Kollegen erhalten am ersten Tag einen Rechner.',
      'Abends wird das Licht ausgeschaltet.',
      'Unser Büro ist im Frühling umgezogen.',
      'Fragen beantwortet das Supportteam.',
    ],
    unanswered: ['Vulkanausbruch', 'Wer gewann die Schachmeisterschaft?'],
  },
  {
    language: 'French',
    topics: [
      [
        'Les articles peuvent être retournés sous 30 jours. Le remboursement est crédité sur la carte.',
        'remboursement',
        'comment retourner un article ?',
      ],
      [
        'Les factures sont envoyées au début du mois. Le numéro de TVA figure en bas.',
        'numéro TVA',
        'quand les factures sont-elles envoyées ?',
      ],
      [
        'Pour réinitialiser le mot de passe, suivez le lien de la page de connexion.',
        'réinitialiser mot de passe',
        "j'ai oublié mon mot de passe",
      ],
      [
        'Les colis pour les îles sont expédiés par bateau et arrivent en cinq jours ouvrés.',
        'colis îles',
        'quand arrivent les colis expédiés vers une île ?',
      ],
      [
        'Chaque salarié dispose de 28 jours de congés payés. La demande va au responsable.',
        'congés payés',
        'combien de jours de congés ai-je ?',
      ],
      [
        'La garantie couvre le moteur et la batterie pendant deux ans, pas les rayures.',
        'garantie batterie',
        'la batterie est-elle sous garantie ?',
      ],
    ],
    others: [
      'Les clients joignent notre bureau par téléphone.',
      'La salle du deuxième étage accueille douze personnes.',
      'Le port de gants est obligatoire à l’atelier.',
      'La cantine ouvre à midi.',
      'Les nouveaux collègues reçoivent un ordinateur.',
      'La lumière est éteinte le soir.',
      'Notre bureau a déménagé au printemps.',
      'L’équipe du support répond aux questions.',
    ],
    unanswered: ['éruption volcanique', 'champion des échecs'],
  },
  {
    language: 'Vietnamese',
    topics: [
      ['Khách hàng được trả hàng trong vòng 30 ngày và nhận hoàn tiền qua thẻ.', 'hoàn tiền', 'làm sao để trả hàng?'],
      ['Hóa đơn được gửi vào đầu tháng, mã số thuế in ở cuối trang.', 'mã số thuế', 'khi nào hóa đơn được gửi?'],
      ['Để đặt lại mật khẩu, hãy mở trang đăng nhập và chọn liên kết bên dưới.', 'mật khẩu', 'tôi quên mật khẩu'],
      ['Bưu kiện ra đảo đi bằng tàu và mất năm ngày làm việc.', 'bưu kiện đảo', 'giao bưu kiện ra đảo mất bao lâu?'],
      ['Nhân viên có 28 ngày nghỉ phép hưởng lương mỗi năm.', 'nghỉ phép', 'nhân viên có bao nhiêu ngày nghỉ phép?'],
      ['Bảo hành hai năm cho động cơ và pin, không gồm vết xước.', 'bảo hành pin', 'pin có được bảo hành không?'],
    ],
    others: [
      'Có thể gọi điện đến văn phòng của chúng tôi.',
      'Phòng họp tầng hai chứa được mười hai người.',
      'Hãy đeo găng tay trong xưởng.',
      'Căng tin mở cửa lúc trưa.',
      'Đồng nghiệp mới nhận máy tính xách tay.',
      'Đèn được tắt vào buổi tối.',
      'Văn phòng đã chuyển sang tòa nhà mới.',
      'Nhóm hỗ trợ trả lời câu hỏi.',
    ],
    unanswered: ['núi lửa phun trào'],
  },
  {
    language: 'Russian',
    topics: [
      ['Товар можно вернуть в течение 30 дней. Деньги возвращаются на карту.', 'возврат денег', 'как вернуть товар?'],
      ['Счета приходят в начале месяца, налоговый номер указан внизу.', 'налоговый номер', 'когда приходят счета?'],
      ['Чтобы сбросить пароль, откройте страницу входа и нажмите на ссылку.', 'сброс пароля', 'я забыл пароль'],
      ['Мёд и ягоды доставляются самолётом в охлаждённом виде.', 'мёд', 'как доставляется мёд?'],
      ['Сотрудникам положено 28 дней оплачиваемого отпуска.', 'отпуск сотрудников', 'сколько дней отпуска положено?'],
      [
        'Гарантия на двигатель и аккумулятор действует два года, царапины не входят.',
        'гарантия аккумулятор',
        'есть ли гарантия на аккумулятор?',
      ],
    ],
    others: [
      'Клиенты могут позвонить в наш офис.',
      'Переговорная на втором этаже вмещает двенадцать человек.',
      'В мастерской носите перчатки.',
      'Столовая открывается в полдень.',
      'Новые коллеги получают ноутбук.',
      'Вечером свет выключают.',
      'Наш офис переехал весной в новое здание.',
      'На вопросы отвечает служба поддержки.',
    ],
    unanswered: ['извержение вулкана'],
  },
  {
    language: 'Greek',
    topics: [
      [
        'Τα προϊόντα επιστρέφονται εντός 30 ημερών και τα χρήματα πιστώνονται στην κάρτα.',
        'επιστροφή προϊόντων',
        'πώς επιστρέφω ένα προϊόν;',
      ],
      [
        'Τα τιμολόγια στέλνονται στην αρχή του μήνα με τον αριθμό φορολογικού μητρώου.',
        'τιμολόγιο',
        'πότε στέλνονται τα τιμολόγια;',
      ],
      ['Για νέο κωδικό πρόσβασης ανοίξτε τη σελίδα σύνδεσης.', 'κωδικός πρόσβασης', 'ξέχασα τον κωδικό μου'],
      [
        'Τα δέματα προς τα νησιά ταξιδεύουν με πλοίο πέντε εργάσιμες ημέρες.',
        'δέματα νησιά',
        'πόσο κάνει ένα δέμα για τα νησιά;',
      ],
      ['Οι εργαζόμενοι έχουν 28 ημέρες άδεια με αποδοχές.', 'άδεια', 'πόσες ημέρες άδεια έχουν οι εργαζόμενοι;'],
      [
        'Η εγγύηση καλύπτει κινητήρα και μπαταρία για δύο χρόνια.',
        'ΕΓΓΥΗΣΗ ΜΠΑΤΑΡΙΑ',
        'καλύπτει η εγγύηση την μπαταρία;',
      ],
    ],
    others: [
      'Οι πελάτες τηλεφωνούν στο γραφείο μας.',
      'Η αίθουσα του δεύτερου ορόφου χωράει δώδεκα άτομα.',
      'Φοράτε γάντια στο εργαστήριο.',
      'Η καντίνα ανοίγει το μεσημέρι.',
      'Οι νέοι συνάδελφοι παίρνουν υπολογιστή.',
      'Τα φώτα σβήνουν το βράδυ.',
      'Το γραφείο μετακόμισε την άνοιξη.',
      'Η υποστήριξη απαντά σε ερωτήσεις.',
    ],
    unanswered: ['έκρηξη ηφαιστείου'],
  },
]
