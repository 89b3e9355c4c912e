# SPDX-License-Identifier: GPL-2.0
#
# What made_result and made_full_result have in common: latencies as they are in
# results, of values that are made up.
package MadeLatency;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP;
use POSIX qw(ceil);

our @EXPORT = qw(described maxima larger);

my @percentiles = qw(50 90 99 99.9 99.99 99.999 99.9999);

sub larger {
	my ($a, $b) = @_;
	return $a > ($b // 0) ? $a : $b;
}

# The largest value that shares a bucket with this one.
sub bucket_end {
	my ($value) = @_;
	my $shift = 0;
	$shift++ while ($value >> $shift) >= 256;
	return ((($value >> $shift) + 1) << $shift) - 1;
}

# The largest of each of so many blocks, that values are spread over.
sub maxima {
	my ($values, $blocks) = @_;
	my @maxima = (0) x $blocks;
	for my $i (0 .. $#$values) {
		my $block = int($i * $blocks / @$values);
		$maxima[$block] = larger($values->[$i], $maxima[$block]);
	}
	return \@maxima;
}

sub percentile {
	my ($sorted, $percentile, $measured_ns) = @_;
	my $rank = ceil(@$sorted * $percentile / 100 - 1e-9);
	my $needed = ceil(10 / (1 - $percentile / 100) - 1e-6);
	my $value = bucket_end($sorted->[$rank - 1]);
	return {
		percentile => "$percentile",
		value_ns => $value > $sorted->[-1] ? $sorted->[-1] : $value,
		supported => @$sorted >= $needed ? JSON::PP::true : JSON::PP::false,
		needed_count => $needed, needed_ns => int($needed * $measured_ns / @$sorted),
	};
}

# Values, their maxima by block, and how long it took.
sub described {
	my ($values, $blocks, $measured_ns) = @_;
	my @sorted = sort { $a <=> $b } @$values;
	my (%count, $sum);
	for (@sorted) {
		$count{bucket_end($_)}++;
		$sum += $_;
	}
	my @ends = sort { $a <=> $b } keys %count;
	my ($mean, $squares) = ($sum / @sorted, 0);
	$squares += ($_ - $mean) ** 2 for @sorted;
	return {
		count => scalar(@sorted), min_ns => $sorted[0], max_ns => $sorted[-1],
		sum_ns => $sum, avg_ns => int($mean),
		stddev_ns => int(sqrt($squares / (@sorted > 1 ? @sorted - 1 : 1)) + .5),
		percentiles => [map { percentile(\@sorted, $_, $measured_ns) } @percentiles],
		block_max_ns => $blocks,
		histogram => { upper_ns => [map { $_ + 0 } @ends], count => [map { $count{$_} } @ends] },
	};
}

1;
