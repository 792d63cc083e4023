/** The code of a museum's tickets and audio guides in PHP with Laravel. */
const php = (namespace: string, body: string): string =>
  `<?php\n\nnamespace ${namespace};\n\n${body}\n`;

export const MUSEUM_CODE: Readonly<Record<string, string>> = {
  'composer.json':
    '{\n  "name": "vitrine/vitrine",\n  "require": {\n    "php": "^8.3",\n    "laravel/framework": "^11.0",\n    "stripe/stripe-php": "^14.0",\n    "predis/predis": "^2.2"\n  },\n  "require-dev": { "pestphp/pest": "^2.34", "larastan/larastan": "^2.9" }\n}\n',
  'app/Models/Ticket.php': php(
    'App\\Models',
    `use Illuminate\\Database\\Eloquent\\Model;

/** A ticket for one person and one time slot. */
class Ticket extends Model
{
    protected $fillable = ['slot_id', 'kind', 'price_cents', 'email', 'redeemed_at'];
    protected $casts = ['redeemed_at' => 'datetime'];

    public function slot()
    {
        return $this->belongsTo(Slot::class);
    }

    public function isRedeemed(): bool
    {
        return $this->redeemed_at !== null;
    }
}`,
  ),
  'app/Models/Slot.php': php(
    'App\\Models',
    `use Illuminate\\Database\\Eloquent\\Model;

/** Half an hour in which a number of visitors may come in. */
class Slot extends Model
{
    protected $fillable = ['starts_at', 'capacity'];

    public function tickets()
    {
        return $this->hasMany(Ticket::class);
    }

    public function free(): int
    {
        return $this->capacity - $this->tickets()->count();
    }
}`,
  ),
  'app/Models/Exhibit.php': php(
    'App\\Models',
    `use Illuminate\\Database\\Eloquent\\Model;

/** What hangs or stands in a room. */
class Exhibit extends Model
{
    protected $fillable = ['number', 'title', 'room', 'on_loan_until'];

    public function recordings()
    {
        return $this->hasMany(Recording::class);
    }
}`,
  ),
  'app/Models/Recording.php': php(
    'App\\Models',
    `use Illuminate\\Database\\Eloquent\\Model;

/** What the audio guide tells about an exhibit, in one language. */
class Recording extends Model
{
    protected $fillable = ['exhibit_id', 'language', 'file', 'seconds'];
}`,
  ),
  'app/Services/TicketOffice.php': php(
    'App\\Services',
    `use App\\Exceptions\\SlotSoldOut;
use App\\Models\\Slot;
use App\\Models\\Ticket;
use Illuminate\\Support\\Facades\\DB;

/** Sells tickets. */
class TicketOffice
{
    private const MOST_PER_ORDER = 12;

    public function __construct(private PriceList $prices, private Checkout $checkout)
    {
    }

    /** @return Ticket[] */
    public function sell(Slot $slot, array $kinds, string $email): array
    {
        if (count($kinds) > self::MOST_PER_ORDER) {
            throw new \\InvalidArgumentException('Groups have to write to us.');
        }

        return DB::transaction(function () use ($slot, $kinds, $email) {
            if ($slot->free() < count($kinds)) {
                throw new SlotSoldOut($slot->starts_at);
            }
            $total = array_sum(array_map(fn ($kind) => $this->prices->of($kind), $kinds));
            $this->checkout->charge($email, $total);

            return array_map(fn ($kind) => $slot->tickets()->create([
                'kind' => $kind, 'email' => $email, 'price_cents' => $this->prices->of($kind),
            ]), $kinds);
        });
    }
}`,
  ),
  'app/Services/PriceList.php': php(
    'App\\Services',
    `/** Prices in cents. */
class PriceList
{
    private const PRICES = ['adult' => 1600, 'student' => 900, 'child' => 0, 'senior' => 1200];

    public function of(string $kind): int
    {
        return self::PRICES[$kind] ?? throw new \\InvalidArgumentException("There is no ticket for {$kind}.");
    }
}`,
  ),
  'app/Services/Checkout.php': php(
    'App\\Services',
    `use Illuminate\\Support\\Facades\\Log;
use Stripe\\StripeClient;

/** Takes money by Stripe. */
class Checkout
{
    private const TRIES = 3;

    public function __construct(private StripeClient $stripe)
    {
    }

    public function charge(string $email, int $cents): string
    {
        for ($try = 1; ; $try++) {
            try {
                return $this->stripe->charges->create(['amount' => $cents, 'currency' => 'eur', 'receipt_email' => $email])->id;
            } catch (\\Stripe\\Exception\\ApiConnectionException $e) {
                if ($try === self::TRIES) {
                    throw $e;
                }
                Log::warning('stripe unreachable', ['try' => $try]);
                usleep(250_000 * $try);
            }
        }
    }
}`,
  ),
  'app/Services/Turnstile.php': php(
    'App\\Services',
    `use App\\Models\\Ticket;
use Carbon\\Carbon;

/** Lets people in. */
class Turnstile
{
    private const EARLY_MINUTES = 10;
    private const LATE_MINUTES = 20;

    public function admit(Ticket $ticket, Carbon $now): bool
    {
        $starts = $ticket->slot->starts_at;
        if ($ticket->isRedeemed() || $now->lt($starts->copy()->subMinutes(self::EARLY_MINUTES))) {
            return false;
        }
        if ($now->gt($starts->copy()->addMinutes(self::LATE_MINUTES))) {
            return false;
        }
        $ticket->update(['redeemed_at' => $now]);

        return true;
    }
}`,
  ),
  'app/Services/GuideLibrary.php': php(
    'App\\Services',
    `use App\\Models\\Exhibit;
use Illuminate\\Support\\Facades\\Storage;

/** Finds the recording for an exhibit, in the visitor's language or in English. */
class GuideLibrary
{
    private const FALLBACK = 'en';

    public function url(Exhibit $exhibit, string $language): string
    {
        $recordings = $exhibit->recordings->keyBy('language');
        $file = ($recordings[$language] ?? $recordings[self::FALLBACK])->file;

        return Storage::disk('guides')->temporaryUrl($file, now()->addHours(3));
    }
}`,
  ),
  'app/Services/LoanCalendar.php': php(
    'App\\Services',
    `use App\\Models\\Exhibit;

/** Exhibits that other museums lend us, and when they go back. */
class LoanCalendar
{
    private const REMIND_DAYS = 28;

    public function dueSoon(\\DateTimeInterface $today)
    {
        return Exhibit::whereNotNull('on_loan_until')->where('on_loan_until', '<=', now()->addDays(self::REMIND_DAYS))->get();
    }
}`,
  ),
  'app/Exceptions/SlotSoldOut.php': php(
    'App\\Exceptions',
    'class SlotSoldOut extends \\RuntimeException\n{\n    public function __construct($startsAt)\n    {\n        parent::__construct("Nothing is free at {$startsAt}.");\n    }\n}',
  ),
  'app/Http/Controllers/TicketController.php': php(
    'App\\Http\\Controllers',
    `use App\\Exceptions\\SlotSoldOut;
use App\\Models\\Slot;
use App\\Services\\TicketOffice;
use Illuminate\\Http\\Request;

class TicketController
{
    public function store(Request $request, Slot $slot, TicketOffice $office)
    {
        try {
            return response()->json($office->sell($slot, $request->input('kinds'), $request->input('email')), 201);
        } catch (SlotSoldOut $e) {
            return response()->json(['error' => $e->getMessage()], 409);
        }
    }
}`,
  ),
  'app/Http/Controllers/GuideController.php': php(
    'App\\Http\\Controllers',
    `use App\\Models\\Exhibit;
use App\\Services\\GuideLibrary;

class GuideController
{
    public function show(string $number, GuideLibrary $library)
    {
        $exhibit = Exhibit::where('number', $number)->firstOrFail();

        return redirect($library->url($exhibit, app()->getLocale()));
    }
}`,
  ),
  'app/Http/Middleware/Throttle.php': php(
    'App\\Http\\Middleware',
    `use Illuminate\\Support\\Facades\\Redis;

/** At most so many orders from one address. */
class Throttle
{
    private const ORDERS_PER_HOUR = 30;

    public function handle($request, \\Closure $next)
    {
        $key = 'orders:'.$request->ip();
        if (Redis::incr($key) > self::ORDERS_PER_HOUR) {
            return response('Too many orders.', 429);
        }
        Redis::expire($key, 3600);

        return $next($request);
    }
}`,
  ),
  'app/Jobs/SendTickets.php': php(
    'App\\Jobs',
    `use Illuminate\\Contracts\\Queue\\ShouldQueue;
use Illuminate\\Support\\Facades\\Mail;

/** Sends the tickets as a PDF. */
class SendTickets implements ShouldQueue
{
    public int $tries = 4;
    public int $timeout = 45;

    public function __construct(public array $tickets, public string $email)
    {
    }

    public function handle(): void
    {
        Mail::to($this->email)->send(new \\App\\Mail\\YourTickets($this->tickets));
    }
}`,
  ),
  'app/Jobs/NightlyFigures.php': php(
    'App\\Jobs',
    `use App\\Models\\Ticket;
use Illuminate\\Contracts\\Queue\\ShouldQueue;

/** Counts yesterday's visitors for the director. */
class NightlyFigures implements ShouldQueue
{
    public function handle(): void
    {
        $count = Ticket::whereDate('redeemed_at', today()->subDay())->count();
        \\App\\Models\\Figure::create(['day' => today()->subDay(), 'visitors' => $count]);
    }
}`,
  ),
  'routes/api.php':
    "<?php\n\nuse App\\Http\\Controllers\\GuideController;\nuse App\\Http\\Controllers\\TicketController;\nuse Illuminate\\Support\\Facades\\Route;\n\nRoute::post('/slots/{slot}/tickets', [TicketController::class, 'store'])->middleware('throttle.orders');\nRoute::get('/guides/{number}', [GuideController::class, 'show']);\n",
  'config/queue.php':
    "<?php\n\nreturn [\n    'default' => env('QUEUE_CONNECTION', 'redis'),\n    'connections' => [\n        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 60],\n    ],\n];\n",
  'config/database.php':
    "<?php\n\nreturn [\n    'connections' => [\n        'mysql' => ['host' => env('DB_HOST', '127.0.0.1'), 'database' => env('DB_DATABASE', 'vitrine'), 'username' => env('DB_USERNAME'), 'password' => env('DB_PASSWORD')],\n    ],\n];\n",
  'database/migrations/2026_01_05_000000_create_tickets_table.php':
    "<?php\n\nuse Illuminate\\Database\\Migrations\\Migration;\nuse Illuminate\\Support\\Facades\\Schema;\n\nreturn new class extends Migration {\n    public function up(): void\n    {\n        Schema::create('tickets', function ($table) {\n            $table->id();\n            $table->foreignId('slot_id');\n            $table->string('kind');\n            $table->integer('price_cents');\n            $table->string('email');\n            $table->timestamp('redeemed_at')->nullable();\n        });\n    }\n};\n",
  'database/migrations/2026_02_01_000000_create_exhibits_table.php':
    "<?php\n\nuse Illuminate\\Database\\Migrations\\Migration;\nuse Illuminate\\Support\\Facades\\Schema;\n\nreturn new class extends Migration {\n    public function up(): void\n    {\n        Schema::create('exhibits', function ($table) {\n            $table->id();\n            $table->string('number')->unique();\n            $table->string('title');\n            $table->string('room');\n            $table->date('on_loan_until')->nullable();\n        });\n    }\n};\n",
  'tests/Feature/SellTicketsTest.php':
    "<?php\n\nuse App\\Exceptions\\SlotSoldOut;\nuse App\\Services\\TicketOffice;\n\nit('refuses the thirteenth ticket of an order', function () {\n    expect(fn () => app(TicketOffice::class)->sell(slot(), array_fill(0, 13, 'adult'), 'a@example.org'))->toThrow(InvalidArgumentException::class);\n});\n\nit('sells nothing beyond the capacity', function () {\n    expect(fn () => app(TicketOffice::class)->sell(slot(capacity: 1), ['adult', 'adult'], 'a@example.org'))->toThrow(SlotSoldOut::class);\n});\n",
  'tests/Unit/TurnstileTest.php':
    "<?php\n\nuse App\\Services\\Turnstile;\n\nit('lets nobody in twice', function () {\n    $ticket = ticket(redeemed: true);\n    expect((new Turnstile())->admit($ticket, now()))->toBeFalse();\n});\n",
  'tests/Unit/PriceListTest.php':
    "<?php\n\nuse App\\Services\\PriceList;\n\nit('lets children in for free', function () {\n    expect((new PriceList())->of('child'))->toBe(0);\n});\n",
  'resources/js/seat-map.js':
    '/** Paints the rooms of the museum and how crowded each is. */\nexport function paintRooms(rooms, context) {\n  for (const { x, y, w, h, crowd } of rooms) {\n    context.fillStyle = crowd > 0.8 ? "#b00020" : "#2e7d32";\n    context.fillRect(x, y, w, h);\n  }\n}\n',
};
