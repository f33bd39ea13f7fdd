#!/usr/bin/env perl
# A bot that gets rid of as many cards at once as it can: of Odin, and legal in any other game.
# JSON::PP comes with Perl.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # every line is sent at once

sub cards {    # "play B9 P9 D9" has three, "pass" has none
    my @words = split ' ', shift->{text};
    return $#words;
}

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    last if $message->{type} eq 'result';
    next if $message->{type} ne 'observation';
    my ($best) = sort { cards($b) <=> cards($a) || $a->{number} <=> $b->{number} }
        @{ $message->{moves} };
    print encode_json({ type => 'choice', id => $message->{id}, move => $best->{number} }), "\n";
}
