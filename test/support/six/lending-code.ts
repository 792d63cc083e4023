/** The code of a library's lending system in C#, with a Kotlin app beside it. */
export const LENDING_CODE: Readonly<Record<string, string>> = {
  'Lending.sln': 'Microsoft Visual Studio Solution File, Format Version 12.00\n',
  'src/Lending.Api/Lending.Api.csproj':
    '<Project Sdk="Microsoft.NET.Sdk.Web">\n  <PropertyGroup>\n    <TargetFramework>net8.0</TargetFramework>\n  </PropertyGroup>\n  <ItemGroup>\n    <PackageReference Include="Npgsql" Version="8.0.2" />\n  </ItemGroup>\n</Project>\n',
  'src/Lending.Core/Loan.cs': `namespace Lending.Core;

/// <summary>A book that somebody has at home.</summary>
public sealed record Loan(Guid Id, string CardNumber, string Barcode, DateOnly Due, int Renewals)
{
    public const int MaxRenewals = 3;
    public const int LoanDays = 28;

    public bool IsOverdue(DateOnly today) => today > Due;

    /// <summary>The loan with a later due date, or an exception if it was renewed too often or is reserved.</summary>
    public Loan Renew(bool isReserved)
    {
        if (isReserved) throw new RenewalRefused("the book is reserved");
        if (Renewals >= MaxRenewals) throw new RenewalRefused("renewed too often");
        return this with { Due = Due.AddDays(LoanDays), Renewals = Renewals + 1 };
    }
}

public sealed class RenewalRefused(string message) : Exception(message);
`,
  'src/Lending.Core/Fees.cs': `namespace Lending.Core;

public static class Fees
{
    private const int CentsPerDay = 20;
    private const int MostCents = 1000;

    /// <summary>What somebody owes for an overdue book, in cents.</summary>
    public static int Overdue(Loan loan, DateOnly today)
    {
        if (!loan.IsOverdue(today)) return 0;
        var days = today.DayNumber - loan.Due.DayNumber;
        return Math.Min(days * CentsPerDay, MostCents);
    }

    public static bool IsBlocked(int owedCents) => owedCents > 2000;
}
`,
  'src/Lending.Core/Catalogue.cs': `namespace Lending.Core;

public sealed record Book(string Isbn, string Title, string Author, int Copies);

/// <summary>Finds books by words of their titles and authors.</summary>
public sealed class Catalogue(IReadOnlyList<Book> books)
{
    public IEnumerable<Book> Search(string words) =>
        books.Where(b => words.Split(' ').All(w => $"{b.Title} {b.Author}".Contains(w, StringComparison.OrdinalIgnoreCase)));

    public static bool IsIsbn13(string isbn)
    {
        var digits = isbn.Where(char.IsDigit).Select(c => c - '0').ToArray();
        return digits.Length == 13 && digits.Select((d, i) => i % 2 == 0 ? d : 3 * d).Sum() % 10 == 0;
    }
}
`,
  'src/Lending.Core/Reservations.cs': `namespace Lending.Core;

/// <summary>Who waits for a book, first come, first served.</summary>
public sealed class Reservations
{
    private readonly Dictionary<string, Queue<string>> waiting = new();
    public const int PickupDays = 7;

    public void Add(string isbn, string card)
    {
        if (!waiting.TryGetValue(isbn, out var queue)) waiting[isbn] = queue = new Queue<string>();
        if (!queue.Contains(card)) queue.Enqueue(card);
    }

    public string? Next(string isbn) => waiting.TryGetValue(isbn, out var queue) && queue.Count > 0 ? queue.Dequeue() : null;
}
`,
  'src/Lending.Api/Endpoints.cs': `using Lending.Core;

namespace Lending.Api;

public static class Endpoints
{
    public static void Map(WebApplication app)
    {
        app.MapPost("/loans/{id}/renew", async (Guid id, LoanStore store) =>
        {
            var loan = await store.Get(id);
            try { return Results.Ok(await store.Save(loan.Renew(await store.IsReserved(loan.Barcode)))); }
            catch (RenewalRefused e) { return Results.Conflict(e.Message); }
        });
        app.MapGet("/search", (string q, Catalogue catalogue) => catalogue.Search(q).Take(50));
    }
}
`,
  'src/Lending.Api/LoanStore.cs': `using Lending.Core;
using Npgsql;

namespace Lending.Api;

/// <summary>Loans in Postgres.</summary>
public sealed class LoanStore(NpgsqlDataSource source)
{
    public async Task<Loan> Get(Guid id)
    {
        await using var command = source.CreateCommand("SELECT card, barcode, due, renewals FROM loans WHERE id = $1");
        command.Parameters.AddWithValue(id);
        await using var reader = await command.ExecuteReaderAsync();
        if (!await reader.ReadAsync()) throw new LoanNotFound(id);
        return new Loan(id, reader.GetString(0), reader.GetString(1), reader.GetFieldValue<DateOnly>(2), reader.GetInt32(3));
    }
}

public sealed class LoanNotFound(Guid id) : Exception($"no loan {id}");
`,
  'src/Lending.Jobs/ReminderJob.cs': `namespace Lending.Jobs;

/// <summary>Writes to everybody whose books are due soon.</summary>
public sealed class ReminderJob(IMailer mailer, LoanQueries loans)
{
    private const int DaysBefore = 3;
    private const int BatchSize = 200;

    public async Task Run(DateOnly today, CancellationToken stop)
    {
        foreach (var batch in (await loans.DueOn(today.AddDays(DaysBefore))).Chunk(BatchSize))
        {
            await mailer.Send(batch.Select(Reminder.For), stop);
        }
    }
}
`,
  'src/Lending.Jobs/Mailer.cs': `namespace Lending.Jobs;

public sealed class SmtpMailer(SmtpOptions options) : IMailer
{
    public async Task Send(IEnumerable<Mail> mails, CancellationToken stop)
    {
        using var client = await Connect(options.Host, options.Port, stop);
        foreach (var mail in mails) await client.SendAsync(mail, stop);
    }
}
`,
  'src/Lending.Gates/GateReader.cs': `namespace Lending.Gates;

/// <summary>Reads tags at the door; beeps for a book that is not lent.</summary>
public sealed class GateReader(ITagReader reader, LoanLookup lookup)
{
    private static readonly TimeSpan Debounce = TimeSpan.FromMilliseconds(1500);

    public async Task Watch(CancellationToken stop)
    {
        await foreach (var tag in reader.Tags(stop))
        {
            if (!await lookup.IsLent(tag)) await reader.Beep(Debounce);
        }
    }
}
`,
  'app/src/main/kotlin/ShelfScreen.kt': `package org.example.lending

/** The books of a card, with the days that are left. */
class ShelfScreen(private val api: LendingApi) {
    suspend fun load(card: String): List<Row> =
        api.loans(card).sortedBy { it.due }.map { Row(it.title, daysLeft(it.due)) }

    private fun daysLeft(due: LocalDate): Long = ChronoUnit.DAYS.between(LocalDate.now(), due)
}
`,
  'db/V7__reservations.sql':
    'CREATE TABLE reservations (\n  isbn char(13) NOT NULL,\n  card text NOT NULL,\n  since timestamptz NOT NULL DEFAULT now()\n);\n',
  'db/V8__fees.sql':
    'CREATE TABLE fees (\n  card text NOT NULL,\n  cents int NOT NULL,\n  paid bool DEFAULT false\n);\n',
  'tests/Lending.Tests/LoanTests.cs': `using Lending.Core;
using Xunit;

public class LoanTests
{
    [Fact]
    public void A_reserved_book_cannot_be_renewed() =>
        Assert.Throws<RenewalRefused>(() => Some.Loan.Renew(isReserved: true));
}
`,
  'tests/Lending.Tests/FeesTests.cs': `using Lending.Core;
using Xunit;

public class FeesTests
{
    [Fact]
    public void Fees_never_exceed_ten_euros() => Assert.Equal(1000, Fees.Overdue(Some.OldLoan, Some.Day));
}
`,
};
